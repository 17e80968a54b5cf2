const dayMs = 24 * 60 * 60_000;

/**
 * The first and last whole day of a holiday as `date-holidays` tells it in UTC; null where it is part of a day. Days that begin
 * at the sunset before, which the library tells as six hours less, have the date of the day itself.
 */
export function wholeDays({
  date,
  start,
  end,
}: {
  /** `2026-06-04 00:00:00`, and ` -0600` after it where the day begins at sunset. */
  readonly date: string;
  readonly start: Date;
  readonly end: Date;
}): { from: string; until: string } | null {
  const [from = '', time] = date.split(' ');
  const days = Math.floor((end.getTime() - start.getTime()) / dayMs);
  if (time !== '00:00:00' || days < 1) return null;
  const last = new Date(Date.parse(`${from}T00:00:00Z`) + (days - 1) * dayMs);
  return { from, until: last.toISOString().slice(0, 10) };
}
