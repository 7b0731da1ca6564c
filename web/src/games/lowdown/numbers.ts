/** A number as it is printed on the cards, with a real minus. */
export const signed = (n: number): string => (n < 0 ? `−${-n}` : String(n));
