/**
 * The moment at which a clock in `zone` (IANA) shows `local`, `2026-12-24T09:30`, as ISO 8601. A time that the clock
 * skips is read as the same distance after the skip; of one that it shows twice the first is meant.
 */
export function zonedMoment(local: string, zone: string): string {
  const wanted = Date.parse(`${local.slice(0, 16)}:00Z`);
  const before = wanted - offsetMs(wanted - dayMs, zone);
  const after = wanted - offsetMs(wanted + dayMs, zone);
  const showsIt = [before, after].find((moment) => moment + offsetMs(moment, zone) === wanted);
  return new Date(showsIt ?? before).toISOString();
}

/** What a clock in `zone` shows at a moment of ISO 8601, to the minute: `2026-12-24T09:30`. */
export function zonedLocal(moment: string, zone: string): string {
  const at = Date.parse(moment);
  return new Date(at + offsetMs(at, zone)).toISOString().slice(0, 16);
}

const dayMs = 24 * 60 * 60 * 1000;

/** How far the clocks of a zone are ahead of UTC at a moment, in milliseconds. */
function offsetMs(moment: number, zone: string): number {
  const parts = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  }).formatToParts(moment);
  const part = (type: Intl.DateTimeFormatPartTypes) => Number(parts.find((one) => one.type === type)?.value);
  const shown = Date.UTC(part('year'), part('month') - 1, part('day'), part('hour'), part('minute'), part('second'));
  return shown - Math.floor(moment / 1000) * 1000;
}
