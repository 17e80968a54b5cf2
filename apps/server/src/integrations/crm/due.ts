import type { TaskRecord } from '../../crm/crm-side.ts';

/** When a task without a time is due: at the beginning of the working day. */
const usualTime = '08:00';

/**
 * When a task is due. A time that the clocks skip that day is as much later as they skip; of one that comes twice it is the
 * first. Throws `RangeError` for an unknown time zone.
 */
export function dueInstant({ day, time, timeZone }: TaskRecord['due']): Date {
  const wanted = Date.parse(`${day}T${time ?? usualTime}:00Z`);
  // A day before and after, no zone's clocks change twice.
  const [before, after] = [wanted - dayMs, wanted + dayMs].map((at) => wanted - offsetAt(at, timeZone));
  const candidates = [before ?? wanted, after ?? wanted].sort((a, b) => a - b);
  const exact = candidates.find((at) => at + offsetAt(at, timeZone) === wanted);
  return new Date(exact ?? before ?? wanted);
}

const dayMs = 24 * 60 * 60_000;

/** Milliseconds by which clocks of a zone are ahead of UTC. */
function offsetAt(at: number, timeZone: string): number {
  const clock = new Intl.DateTimeFormat('en-GB', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
  });
  const parts = Object.fromEntries(clock.formatToParts(at).map(({ type, value }) => [type, value]));
  const { year, month, day, hour, minute } = parts;
  return (
    Date.parse(`${year?.padStart(4, '0')}-${month}-${day}T${hour}:${minute}:00Z`) - Math.floor(at / 60_000) * 60_000
  );
}
