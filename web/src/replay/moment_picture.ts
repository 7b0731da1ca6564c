// A moment as a picture to send, drawn here in the browser: what happened, and everybody's lane if it was a race. It shows what
// the players saw; no code and no address of the table.

import { box, DISPLAY, EDGE, fontsAreThere, hand, headline, INK, INK_2, shape, shortened, TEXT, WIDTH, words, type Ink } from "../ending/ink";
import { LOOKS, seatColour } from "../look/colours";
import type { Journey } from "../table/journeys";
import { texts } from "../texts";

export interface MomentPicture {
  game: string;
  felt: string;
  headline: string;
  lines: readonly string[];
  names: readonly string[];
  journeys: readonly Journey[];
  /** who won, or lost */
  seats: readonly number[];
}

const LANE = 104;
const FOOT = 140;
const HAND = 68;

/** A PNG; nothing where the browser draws none. */
export async function paintMoment(picture: MomentPicture): Promise<Blob | null> {
  const canvas = document.createElement("canvas");
  canvas.width = WIDTH;
  canvas.height = 1350;
  const ink = canvas.getContext("2d");
  if (ink === null) return null;
  await fontsAreThere();
  canvas.height = Math.min(1350, draw(ink, picture, 1350) + FOOT);
  draw(ink, picture, canvas.height);
  return new Promise((done) => canvas.toBlob(done, "image/png"));
}

function draw(ink: Ink, picture: MomentPicture, height: number): number {
  ink.fillStyle = picture.felt;
  ink.fillRect(0, 0, WIDTH, height);
  let y = headline(ink, picture.headline);
  for (const line of picture.lines) y = words(ink, line, EDGE, y + 52, WIDTH - 2 * EDGE, `600 40px ${TEXT}`, "#FFF6E3");
  if (picture.journeys.length > 0) y = lanes(ink, picture, y + 44);
  words(ink, texts.title, EDGE, height - 52, 400, `900 52px ${DISPLAY}`, "#FFF6E3");
  ink.textAlign = "right";
  words(ink, picture.game, WIDTH - EDGE, height - 56, 560, `700 38px ${TEXT}`, "#FFF6E3");
  ink.textAlign = "left";
  return y;
}

function lanes(ink: Ink, { journeys, names, seats }: MomentPicture, top: number): number {
  const tall = journeys.length * LANE + 40;
  box(ink, EDGE, top, WIDTH - 2 * EDGE, tall, 32);
  const longest = Math.max(...journeys.map((one) => one.arrived), 1);
  const [left, right] = [EDGE + 250, WIDTH - EDGE - 180];
  const x = (ms: number): number => left + (ms / longest) * (right - left);
  journeys.forEach((one, i) => {
    const y = top + 20 + i * LANE + LANE / 2;
    shape(ink, seatColour(one.seat), EDGE + 44, y, 1.6, 0, "#FFFAF0");
    ink.font = `800 36px ${TEXT}`;
    ink.fillStyle = INK;
    ink.fillText(shortened(ink, names[one.seat] ?? "", 160), EDGE + 76, y + 12);
    ink.lineCap = "round";
    for (const [colour, thick] of [[INK, 34], [LOOKS[seatColour(one.seat)].fill, 28]] as const) {
      ink.lineWidth = thick;
      ink.strokeStyle = colour;
      ink.beginPath();
      ink.moveTo(x(one.shown), y);
      ink.lineTo(x(one.hand) - HAND / 2, y);
      ink.stroke();
    }
    ink.setLineDash([3, 14]);
    ink.lineWidth = 5;
    ink.strokeStyle = INK_2;
    ink.beginPath();
    ink.moveTo(x(one.hand), y);
    ink.lineTo(x(one.arrived), y);
    ink.stroke();
    ink.setLineDash([]);
    ink.save();
    ink.beginPath();
    ink.rect(x(one.hand) - HAND, y - 50, HAND + 20, 100); // the hand and its cuff, without a sleeve
    ink.clip();
    hand(ink, one.seat, x(one.hand), y, HAND / 104);
    ink.restore();
    const value = texts.race.number(Math.round(one.hand - one.shown), one.about);
    ink.textAlign = "right";
    words(ink, value, WIDTH - EDGE - 28, y + 18, 150, `900 ${seats.includes(one.seat) ? 54 : 42}px ${DISPLAY}`, seats.includes(one.seat) ? INK : INK_2);
    ink.textAlign = "left";
  });
  return top + tall;
}
