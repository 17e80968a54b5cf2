import type { Statistics } from '@sidetone/contract/entities/statistics.ts';

/** An event of a call in one channel, as far as it is counted. Moments are in milliseconds. */
export interface PlainEvent {
  readonly id: string;
  readonly session: string;
  readonly channel: string;
  readonly isIncoming: boolean;
  readonly state: 'FINISHED' | 'MISSED' | 'REJECTED';
  readonly reason: string | null;
  readonly startedAt: number;
  readonly establishedAt: number | null;
  readonly endedAt: number | null;
  readonly isUnresolved: boolean;
  readonly topics: readonly string[];
}

interface Asked {
  readonly channels: readonly string[];
  readonly days: number;
  readonly zone: string;
  readonly now: number;
}

/** What is counted, without the names of those who wait. */
type Counted = Omit<Statistics, 'id' | 'timeZone' | 'waiting'> & { waiting: string[] };

/** The figures once more, call by call and without SQL. */
export function countPlainly(events: readonly PlainEvent[], { channels, days, zone, now }: Asked): Counted {
  const clock = clockOf(zone);
  const today = clock(now).day;
  const from = daysBefore(today, days - 1);
  const beforeFrom = daysBefore(today, 2 * days - 1);
  const nowShows = clock(now);
  const until = `${daysBefore(today, days)} ${nowShows.time}`;
  const ended = events.filter(
    ({ endedAt, channel, startedAt }) => endedAt !== null && channels.includes(channel) && startedAt <= now,
  );
  const current = ended.filter(({ startedAt }) => clock(startedAt).day >= from);
  const before = ended.filter(({ startedAt }) => {
    const { day, time } = clock(startedAt);
    return day >= beforeFrom && day < from && `${day} ${time}` < until;
  });
  const calls = callsOf(current);
  const allDays = Array.from({ length: days }, (_, at) => daysBefore(today, days - 1 - at));
  const dayOf = (call: Call) => clock(call.startedAt).day;
  const waiting = callsOf(
    ended.filter(({ isUnresolved, startedAt }) => isUnresolved && startedAt < now - 24 * 3_600_000),
  );
  return {
    from,
    to: today,
    now: figures(calls),
    before: figures(callsOf(before)),
    unresolved: { calls: waiting.length, missed: waiting.filter(({ events }) => events.some(wasMissed)).length },
    perDay: allDays.map((day) => {
      const its = calls.filter((call) => dayOf(call) === day);
      const missed = its.filter(isMissedCall).length;
      const outgoing = its.filter(({ isIncoming }) => !isIncoming).length;
      return { day, incoming: its.length - missed - outgoing, outgoing, missed };
    }),
    busyHours: hoursOf(calls, clock),
    channels: channels.map((channelId) => {
      const its = callsOf(current.filter(({ channel }) => channel === channelId));
      const perDay = allDays.map((day) => its.filter((call) => dayOf(call) === day).length);
      return { channelId, ...figures(its), perDay };
    }),
    waiting: waiting
      .map(({ events }) => events.toSorted((a, b) => a.startedAt - b.startedAt || (a.channel < b.channel ? -1 : 1))[0])
      .filter((event) => event !== undefined)
      .toSorted((a, b) => a.startedAt - b.startedAt || (a.id < b.id ? -1 : 1))
      .slice(0, 50)
      .map(({ id, channel }) => `${channel} ${id}`),
    topics: topicsOf(current, channels),
  };
}

interface Call {
  readonly events: readonly PlainEvent[];
  readonly startedAt: number;
  readonly isIncoming: boolean;
  readonly waited: number | null;
  readonly talked: number | null;
}

function callsOf(events: readonly PlainEvent[]): Call[] {
  return [...Map.groupBy(events, ({ session }) => session).values()].map((its) => {
    const incoming = its.filter(({ isIncoming }) => isIncoming);
    const taken = incoming.flatMap(({ establishedAt }) => establishedAt ?? []);
    const talking = its.filter(({ establishedAt }) => establishedAt !== null);
    return {
      events: its,
      startedAt: Math.min(...its.map(({ startedAt }) => startedAt)),
      isIncoming: incoming.length > 0,
      waited: taken.length === 0 ? null : Math.min(...taken) - Math.min(...incoming.map(({ startedAt }) => startedAt)),
      talked:
        talking.length === 0
          ? null
          : Math.max(...talking.map(({ endedAt }) => endedAt ?? 0)) -
            Math.min(...talking.map(({ establishedAt }) => establishedAt ?? 0)),
    };
  });
}

const wasMissed = ({ isIncoming, state, reason }: PlainEvent): boolean =>
  isIncoming && (reason === 'CANCELLED' || (state === 'MISSED' && reason !== 'ACCEPTED_ELSEWHERE'));
const isMissedCall = (call: Call): boolean => call.waited === null && call.events.some(wasMissed);

function figures(calls: readonly Call[]) {
  const waits = calls.flatMap(({ waited }) => waited ?? []);
  const talks = calls.flatMap(({ talked }) => talked ?? []);
  return {
    calls: calls.length,
    incoming: calls.filter(({ isIncoming }) => isIncoming).length,
    answered: waits.length,
    missed: calls.filter(isMissedCall).length,
    waitSeconds: mean(waits),
    talkSeconds: mean(talks),
  };
}

const mean = (values: readonly number[]): number | null =>
  values.length === 0 ? null : Math.round(values.reduce((sum, one) => sum + one, 0) / values.length / 1000);

function hoursOf(calls: readonly Call[], clock: Clock) {
  const counts = new Map<string, number>();
  for (const { startedAt } of calls) {
    const { day, time } = clock(startedAt);
    const key = `${new Date(`${day}T00:00:00Z`).getUTCDay() || 7} ${time.slice(0, 2)}`;
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return [...counts]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, calls]) => ({ weekday: Number(key.slice(0, 1)), hour: Number(key.slice(2)), calls }));
}

function topicsOf(events: readonly PlainEvent[], channels: readonly string[]) {
  const sessions = new Map<string, Set<string>>();
  for (const { session, topics } of events)
    for (const topic of topics) sessions.set(topic, (sessions.get(topic) ?? new Set()).add(session));
  return [...sessions]
    .map(([topic, { size: calls }]) => {
      const about = events.filter(({ topics }) => topics.includes(topic)).map(({ channel }) => channel);
      return { topic, calls, channelIds: channels.filter((channel) => about.includes(channel)) };
    })
    .toSorted((a, b) => b.calls - a.calls || (a.topic < b.topic ? -1 : 1))
    .slice(0, 10);
}

type Clock = (moment: number) => { readonly day: string; readonly time: string };

/** What the clock on the wall of a zone shows. */
function clockOf(zone: string): Clock {
  const format = new Intl.DateTimeFormat('sv-SE', {
    timeZone: zone,
    dateStyle: 'short',
    timeStyle: 'medium',
  });
  return (moment) => {
    const [day = '', time = ''] = format.format(moment).split(' ');
    return { day, time };
  };
}

const daysBefore = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) - days * 86_400_000).toISOString().slice(0, 10);
