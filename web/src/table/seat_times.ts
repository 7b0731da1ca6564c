// How the times of a seat are found, in words. Told to the host and to who sits there: neutral, and nothing to answer for.

import type { SeatShown, TimesShown } from "../protocol/types";
import { texts } from "../texts";

type Whose = typeof texts.times.yours;

/** Everything there is to say; `own`: to who sits there. */
export function timesSay(seat: Pick<SeatShown, "name" | "times">, own: boolean): string[] {
  const { times } = seat;
  if (times === null) return [];
  const words = texts.times;
  const device = own ? words.yourDevice : words.deviceOf(seat.name);
  return [
    useSays(times, own ? words.yours : words.whose(seat.name), device),
    times.screen_ms > 0 ? words.screen(device, times.screen_ms) : "",
    times.pong_ms > 0 ? words.pong(device, times.pong_ms) : "",
  ].filter(Boolean);
}

function useSays({ use, by_host }: TimesShown, whose: Whose, device: string): string {
  if (use === "measured") return "";
  if (use === "trusted") return texts.times.trusted(device);
  return by_host ? texts.times.byHost(whose) : texts.times.estimated(whose);
}

/** Which seats' times have come to be found in another way since the last time one heard. */
export function otherTimes(before: readonly SeatShown[], now: readonly SeatShown[]): number[] {
  const use = (seat: SeatShown | undefined): string => seat?.times?.use ?? "measured";
  return now.flatMap((seat, place) => (seat.times !== null && before[place]?.name === seat.name && use(before[place]) !== use(seat) ? [place] : []));
}
