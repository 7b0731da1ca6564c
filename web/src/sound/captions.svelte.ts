// What can be heard can also be read: the latest sound as a word.

import { texts } from "../texts";

export const caption = $state<{ text: string; key: number }>({ text: "", key: 0 });

export function showCaption(cue: string): void {
  const text = texts.captions[cue];
  if (text === undefined) return;
  caption.text = text;
  caption.key += 1;
}
