// What pictures to send are drawn with: one width, the page's own fonts, the one hand of Slamdeck.

import { LOOKS, seatColour, SHAPES, type Colour } from "../look/colours";

export const WIDTH = 1080;
export const EDGE = 64;
export const INK = "#241821";
export const INK_2 = "#5D4B55";
export const PAPER = "#FFFAF0";
export const DISPLAY = '"Bowlby One", "Arial Black", sans-serif';
export const TEXT = '"Figtree Variable", "Figtree", system-ui, sans-serif';

export type Ink = CanvasRenderingContext2D;

/** A font that does not come is replaced by the system's; the picture is made anyway. */
export async function fontsAreThere(): Promise<void> {
  await Promise.allSettled([document.fonts.load(`900 40px ${DISPLAY}`), document.fonts.load(`700 40px ${TEXT}`)]);
}

export function shape(ink: Ink, colour: Colour, x: number, y: number, scale: number, turn: number, edge: string): void {
  const path = new Path2D(SHAPES[colour]);
  ink.save();
  ink.translate(x, y);
  ink.rotate(turn);
  ink.scale(scale, scale);
  ink.lineJoin = "round";
  ink.lineWidth = 3.4;
  ink.strokeStyle = edge;
  ink.stroke(path);
  ink.fillStyle = LOOKS[colour].fill;
  ink.fill(path);
  ink.restore();
}

/** The largest size at which it takes two lines; the pen has that font then. */
function headlineSize(ink: Ink, text: string): number {
  let size = 150;
  ink.font = `900 ${size}px ${DISPLAY}`;
  while (size > 56 && lines(ink, text, WIDTH - 2 * EDGE).length > 2) ink.font = `900 ${(size -= 6)}px ${DISPLAY}`;
  return size;
}

/** Where its lines will lie. */
export function headlineBoxes(ink: Ink, text: string): { top: number; bottom: number; right: number }[] {
  const step = headlineSize(ink, text) * 0.98;
  return lines(ink, text, WIDTH - 2 * EDGE).map((line, i) => ({
    top: EDGE + i * step, bottom: EDGE + (i + 1) * step, right: EDGE + ink.measureText(line).width,
  }));
}

export function headline(ink: Ink, text: string): number {
  const size = headlineSize(ink, text);
  let y = EDGE;
  for (const line of lines(ink, text, WIDTH - 2 * EDGE)) {
    y += size * 0.98;
    ink.fillStyle = "rgb(20 8 16 / 0.5)";
    ink.fillText(line, EDGE, y + 8, WIDTH - 2 * EDGE);
    ink.fillStyle = "#FFF6E3";
    ink.fillText(line, EDGE, y, WIDTH - 2 * EDGE);
  }
  return y + 16;
}

/** The one hand of Slamdeck, fingertips at x. */
export function hand(ink: Ink, seat: number, x: number, y: number, scale: number): void {
  const fingers: [number, number, number, number, number][] = [
    [66, 20, 59, 64, 13], [49.5, 13, 49.5, 62, 13.5], [33, 22, 41, 64, 13], [20, 43, 35, 72, 12], [90, 55, 63, 84, 14],
  ];
  ink.save();
  ink.translate(x, y);
  ink.scale(scale, scale);
  ink.rotate(Math.PI / 2);
  ink.translate(-49.5, -6);
  ink.lineCap = "round";
  ink.fillStyle = LOOKS[seatColour(seat)].fill;
  ink.strokeStyle = INK;
  ink.lineWidth = 4;
  ink.fillRect(28, 96, 44, 400);
  ink.strokeRect(28, 96, 44, 400);
  for (const [colour, grow] of [[INK, 6.8], [LOOKS[seatColour(seat)].fill, 0]] as const) {
    ink.strokeStyle = ink.fillStyle = colour;
    for (const [x1, y1, x2, y2, width] of fingers) {
      ink.lineWidth = width + grow;
      ink.beginPath();
      ink.moveTo(x1, y1);
      ink.lineTo(x2, y2);
      ink.stroke();
    }
    ink.beginPath();
    ink.roundRect(27 - grow / 2, 54 - grow / 2, 46 + grow, 44 + grow, 19 + grow / 2);
    ink.fill();
  }
  ink.fillStyle = PAPER;
  ink.strokeStyle = INK;
  ink.lineWidth = 3.4;
  ink.beginPath();
  ink.roundRect(26, 98, 48, 12, 5);
  ink.fill();
  ink.stroke();
  ink.restore();
}

export function box(ink: Ink, x: number, y: number, width: number, height: number, round: number): void {
  ink.fillStyle = PAPER;
  ink.beginPath();
  ink.roundRect(x, y, width, height, round);
  ink.fill();
}

/** Text in lines of at most so wide; the last baseline. */
export function words(ink: Ink, text: string, x: number, y: number, width: number, font: string, colour: string): number {
  ink.font = font;
  ink.fillStyle = colour;
  const step = parseFloat(/(\d+)px/.exec(font)?.[1] ?? "40") * 1.2;
  const all = lines(ink, text, width);
  all.forEach((line, i) => ink.fillText(line, x, y + i * step, width));
  return y + (all.length - 1) * step;
}

/** How wide each line of a text becomes. */
export function rowsOf(ink: Ink, text: string, width: number, font: string): number[] {
  ink.font = font;
  return lines(ink, text, width).map((line) => ink.measureText(line).width);
}

function lines(ink: Ink, text: string, width: number): string[] {
  const all: string[] = [];
  for (const word of text.split(" ")) {
    const longer = all.length === 0 ? word : `${all.at(-1)} ${word}`;
    if (all.length > 0 && ink.measureText(longer).width <= width) all[all.length - 1] = longer;
    else all.push(word);
  }
  return all;
}

export function shortened(ink: Ink, name: string, width: number): string {
  const signs = [...name];
  while (signs.length > 1 && ink.measureText(`${signs.join("")}…`).width > width) signs.pop();
  return signs.length < [...name].length ? `${signs.join("")}…` : name;
}
