// The end of a game as a picture to send: drawn here, on a canvas, with the page's own fonts. It shows what the players saw:
// who won, the places, one player's own hands. No code and no address of the table.

import { seatColour, SHAPES, type Colour } from "../look/colours";
import { texts } from "../texts";
import { between, type Lane } from "../table/races";
import { box, DISPLAY, EDGE, fontsAreThere, hand, headline, headlineBoxes, INK, INK_2, PAPER, rowsOf, shape, shortened, TEXT, WIDTH, words, type Ink } from "./ink";
import { along, hill, marks, scaleOf } from "./hill";
import type { Numbers } from "./reflexes";

export interface Picture {
  game: string;
  /** the cloth */
  felt: string;
  headline: string;
  lines: readonly string[];
  places: readonly { seat: number; name: string; place: number }[];
  /** whose numbers these are, or nobody's */
  seat: number;
  whose: string;
  numbers: Numbers | null;
  past: readonly number[];
  duel: readonly [Lane, Lane] | null;
  duelSays: string;
}

const HIGHEST = 1350;
const FOOT = 150;
const LINE = `600 40px ${TEXT}`;
const AIR = 34; // between words and what rains around them

/** A PNG; nothing where the browser draws none. */
export async function paint(picture: Picture): Promise<Blob | null> {
  const canvas = document.createElement("canvas");
  canvas.width = WIDTH;
  canvas.height = HIGHEST;
  const ink = canvas.getContext("2d");
  if (ink === null) return null;
  await fontsAreThere();
  canvas.height = Math.min(HIGHEST, draw(ink, picture, HIGHEST) + FOOT); // as high as there is something to show
  draw(ink, picture, canvas.height);
  return new Promise((done) => canvas.toBlob(done, "image/png"));
}

/** All of it; where the last part ends. */
function draw(ink: Ink, picture: Picture, height: number): number {
  ink.fillStyle = picture.felt;
  ink.fillRect(0, 0, WIDTH, height);
  confetti(ink, picture);
  let y = headline(ink, picture.headline);
  for (const line of picture.lines) y = words(ink, line, EDGE, y + 50, WIDTH - 2 * EDGE, LINE, "#FFF6E3");
  y = places(ink, picture, y + 44);
  if (picture.numbers !== null && picture.numbers.times.length > 0) y = reflexes(ink, picture, picture.numbers, y + 36);
  if (picture.duel !== null) y = closest(ink, picture, picture.duel, y + 30);
  words(ink, texts.title, EDGE, height - 52, 400, `900 52px ${DISPLAY}`, "#FFF6E3");
  ink.textAlign = "right";
  words(ink, picture.game, WIDTH - EDGE, height - 56, 560, `700 38px ${TEXT}`, "#FFF6E3");
  ink.textAlign = "left";
  return y;
}

/** The same every time: a picture, no chance. */
const scatter = (i: number, of: number): number => Math.abs((Math.sin(i * 127.1 + of * 311.7) * 43758.5453) % 1);

/** It rains around the words, never on them. */
function confetti(ink: Ink, picture: Picture): void {
  const colours = Object.keys(SHAPES) as Colour[];
  const read = [...headlineBoxes(ink, picture.headline)];
  let below = (read.at(-1)?.bottom ?? EDGE) + 16;
  for (const line of picture.lines) {
    const rows = rowsOf(ink, line, WIDTH - 2 * EDGE, LINE);
    for (const right of rows) read.push({ top: below + 10, bottom: (below += 48), right: EDGE + right });
    below += 2;
  }
  for (let i = 1; i < 90; i++) {
    const x = scatter(i, 1) * WIDTH;
    const y = scatter(i, 2) * 460;
    if (read.some((one) => y > one.top - AIR && y < one.bottom + AIR && x > EDGE - AIR && x < one.right + AIR)) continue;
    shape(ink, colours[i % colours.length] ?? "red", x, y, 1 + scatter(i, 3) * 0.9, i, PAPER);
  }
}

function places(ink: Ink, { places: all }: Picture, top: number): number {
  let [x, y] = [EDGE, top];
  ink.font = `800 36px ${TEXT}`;
  for (const { seat, name, place } of all) {
    const label = shortened(ink, name, 230);
    const width = ink.measureText(label).width + 142;
    if (x + width > WIDTH - EDGE) [x, y] = [EDGE, y + 84];
    box(ink, x, y, width, 68, 34);
    ink.fillStyle = INK;
    ink.font = `900 36px ${DISPLAY}`;
    ink.fillText(String(place), x + 24, y + 47);
    shape(ink, seatColour(seat), x + 82, y + 34, 1.5, 0, PAPER);
    ink.fillStyle = INK;
    ink.font = `800 36px ${TEXT}`;
    ink.fillText(label, x + 112, y + 47);
    x += width + 16;
  }
  return y + 68;
}

function reflexes(ink: Ink, picture: Picture, numbers: Numbers, top: number): number {
  const tall = numbers.times.length >= 4 ? 440 : 200;
  box(ink, EDGE, top, WIDTH - 2 * EDGE, tall, 32);
  shape(ink, seatColour(picture.seat), EDGE + 52, top + 44, 1.3, 0, PAPER);
  ink.font = `800 34px ${TEXT}`;
  words(ink, shortened(ink, picture.whose, 700), EDGE + 80, top + 56, 720, `800 34px ${TEXT}`, INK);
  number(ink, texts.race.number(numbers.median, numbers.about.median), texts.ending.median, EDGE + 36, top + 160);
  number(ink, texts.race.number(numbers.best, numbers.about.best), texts.ending.best, WIDTH / 2 + 20, top + 160);
  if (tall > 200) scaleWithHands(ink, picture, numbers, EDGE + 40, WIDTH - EDGE - 40, top + tall - 64);
  return top + tall;
}

function number(ink: Ink, value: string, label: string, x: number, y: number): void {
  ink.fillStyle = INK;
  ink.font = `900 92px ${DISPLAY}`;
  ink.fillText(value, x, y);
  const after = x + ink.measureText(value).width + 20;
  words(ink, label, after, y, 200, `700 34px ${TEXT}`, INK_2);
}

function scaleWithHands(ink: Ink, { seat, past }: Picture, { times }: Numbers, left: number, right: number, base: number): void {
  const scale = scaleOf(times, past);
  const x = (at: number): number => left + at * (right - left);
  if (past.length > 0) {
    ink.beginPath();
    ink.moveTo(left, base);
    hill(past, scale).forEach((height, i, all) => ink.lineTo(x(i / (all.length - 1)), base - height * 170));
    ink.lineTo(right, base);
    ink.fillStyle = "#E4D7B8";
    ink.fill();
  }
  const dots = marks(times, scale, 0.044);
  const size = Math.min(38, 180 / Math.max(...dots.map((dot) => dot.level + 1)));
  for (const dot of dots) shape(ink, seatColour(seat), x(dot.at), base - size / 2 - 3 - dot.level * size, size / 24, 0, INK);
  ink.fillStyle = INK;
  ink.fillRect(left - 10, base, right - left + 20, 6);
  ink.textAlign = "center";
  for (const tick of scale.ticks) words(ink, String(tick), x(along(tick, scale)), base + 44, 120, `700 30px ${TEXT}`, INK_2);
  ink.textAlign = "left";
}

function closest(ink: Ink, picture: Picture, duel: readonly [Lane, Lane], top: number): number {
  const tall = Math.min(230, HIGHEST - FOOT - top);
  if (tall < 150) return top;
  box(ink, EDGE, top, WIDTH - 2 * EDGE, tall, 32);
  ink.save();
  ink.beginPath();
  ink.roundRect(EDGE + 20, top + 20, 420, tall - 40, 22);
  ink.clip();
  ink.fillStyle = "#E4DAC2";
  ink.fillRect(EDGE, top, 460, tall);
  const finish = EDGE + 320;
  const apart = 18 + Math.min(between(duel), 60) * 1.8;
  hand(ink, duel[0].seat, finish, top + tall * 0.31, tall / 230);
  hand(ink, duel[1].seat, finish - apart, top + tall * 0.7, tall / 230);
  ink.fillStyle = INK;
  ink.fillRect(finish, top, 5, tall);
  ink.restore();
  words(ink, picture.duelSays, EDGE + 470, top + tall / 2, WIDTH - 2 * EDGE - 500, `800 40px ${TEXT}`, INK);
  return top + tall;
}
