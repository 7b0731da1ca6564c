// Is this a screen that several people can sit around? Fingers, and room for them at two edges.

const SHORT = 600;
const LONG = 800;

export function isTablet(width: number, height: number, touched: boolean): boolean {
  return touched && Math.min(width, height) >= SHORT && Math.max(width, height) >= LONG;
}
