import { Client } from 'pg';
import { ApiSession } from '../e2e/people/api-session.ts';
import { Colleague } from '../e2e/people/colleague.ts';
import type { Sidetone } from '../e2e/world/sidetone.ts';
import type { SignIn } from '../e2e/world/sign-in.ts';
import { tone } from '../e2e/world/tones.ts';
import type { Figure } from './figures.ts';

const rounds = Number(process.env['BENCH_ROUNDS'] ?? 20) * 5;

interface EventRow {
  readonly id: string;
  readonly channel_id: string;
  /** At first; each write turns it, as a write that changes nothing is told to nobody. */
  readonly unresolved: boolean;
}

/** How long one write may take to be heard, in milliseconds. */
const patienceMs = 10_000;

/**
 * A write by one client → the row has changed on another client's screen; beside it a bare LISTEN client that is told
 * by the same write and reads the row again, which is the least that any live query on PostgreSQL costs.
 */
export async function measureLiveWrite(sidetone: Sidetone, people: readonly SignIn[]): Promise<Figure[]> {
  const [, , anna] = people;
  if (!anna) throw new Error('The demo company lacks people');
  const session = await ApiSession.signIn(sidetone.origin, anna);
  const event = await newestCallOf(sidetone, anna);
  const listener = new Client({ connectionString: (await sidetone.cli('database-url')).trim() });
  await listener.connect();
  await listener.query('listen changes');
  const watcher = await Colleague.signIn(anna, { origin: sidetone.origin, ownBrowser: 'whole', microphone: tone(440) });
  const ours: number[] = [];
  const rival: number[] = [];
  try {
    await watcher.showsAllCalls();
    for (let round = 0; round < rounds; round += 1) {
      const times = await oneWrite({ session, listener, watcher, event }, (round % 2 === 0) === event.unresolved);
      rival.push(times.rival);
      ours.push(times.ours);
    }
  } finally {
    await watcher.leaves();
    await listener.end();
  }
  const name = 'bare LISTEN and SELECT';
  return [{ what: 'Live write → other client', unit: 'ms', ours, rival: { name, values: rival } }];
}

interface Writing {
  readonly session: ApiSession;
  readonly listener: Client;
  readonly watcher: Colleague;
  readonly event: EventRow;
}

/** One write, and how long it takes until the other client has painted it, and until the bare one has read it. */
async function oneWrite({ session, listener, watcher, event }: Writing, resolved: boolean) {
  let begun = 0;
  const bareHeard = readOnceHeard(listener, event).then((at) => at - begun);
  const painted = paintedAt(watcher, event.id, resolved ? 'Reopen' : 'Resolve');
  await watcher.page.evaluate(() => undefined); // the observer is in place once this round trip is over
  begun = Date.now();
  const path = `/channels/${event.channel_id}/inbox/${event.id}/resolved`;
  const reply = await session.request('PUT', path, { resolved });
  if (!reply.ok) throw new Error(`The write was refused: ${reply.status}`);
  const rival = await inTime(bareHeard, 'the bare client heard nothing');
  return { rival, ours: (await inTime(painted, 'nothing was painted')) - begun };
}

/** When the bare client has read the row that the next notice is about. */
const readOnceHeard = (listener: Client, event: EventRow): Promise<number> =>
  new Promise((resolve) => {
    const hear = async ({ payload }: { payload?: string | undefined }) => {
      if (!payload?.includes(event.id)) return;
      listener.off('notification', hear);
      await listener.query('select * from inbox_events where channel_id = $1 and id = $2', [
        event.channel_id,
        event.id,
      ]);
      resolve(Date.now());
    };
    listener.on('notification', hear);
  });

/** When the row has the button of this name. */
const paintedAt = (watcher: Colleague, id: string, label: string): Promise<number> =>
  watcher.page.evaluate(
    ({ id, label }) =>
      new Promise<number>((resolve) => {
        const isPainted = () =>
          [...document.querySelectorAll(`[data-call="${id}"] button`)].some((button) =>
            button.getAttribute('aria-label')?.startsWith(label),
          );
        const look = () => {
          if (!isPainted()) return;
          observer.disconnect();
          resolve(Date.now());
        };
        const observer = new MutationObserver(look);
        observer.observe(document.body, { attributes: true, childList: true, subtree: true });
      }),
    { id, label },
  );

/** The newest call of a user that is over, and the only unresolved one of its channel if it is unresolved. */
async function newestCallOf(sidetone: Sidetone, { email }: SignIn): Promise<EventRow> {
  const [event] = await sidetone.query<EventRow>(
    `select e.id, e.channel_id, e.unresolved from inbox_events e join channels c on c.id = e.channel_id
       join users u on u.id = c.owner_user_id where u.email = $1 and e.terminated_at is not null
      order by e.started_at desc limit 1`,
    [email],
  );
  if (!event) throw new Error('The demo inbox is empty');
  // The row of a group says Resolve as long as one of its calls is unresolved, such as those of an earlier benchmark.
  await sidetone.query('update inbox_events set unresolved = false where channel_id = $1 and id <> $2', [
    event.channel_id,
    event.id,
  ]);
  return event;
}

/** What was promised; throws where it takes too long, so that a benchmark that is wrong ends and says why. */
async function inTime<T>(promised: Promise<T>, otherwise: string): Promise<T> {
  const { promise: late, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error(`Within ${patienceMs} ms ${otherwise}.`)), patienceMs);
  try {
    return await Promise.race([promised, late]);
  } finally {
    clearTimeout(timer);
  }
}
