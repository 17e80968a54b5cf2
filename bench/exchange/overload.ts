import { setTimeout as pause } from 'node:timers/promises';
import type { Sidetone } from '../../e2e/world/sidetone.ts';
import type { SignIn } from '../../e2e/world/sign-in.ts';
import { authorizationOf } from '../digest.ts';
import type { Figure } from '../figures.ts';
import { manyPhones, openAsker, type Phones, registerOf } from '../registrations.ts';
import { openCallees } from './callees.ts';
import { type Outcome, placeCalls } from './callers.ts';
import { ourSide, phonesOf } from './sides.ts';
import { standingCalls } from './standing.ts';

/** Calls a second, ten times what two cores bear. */
const offered = Number(process.env['BENCH_OFFERED'] ?? 200);
const seconds = Number(process.env['BENCH_OVERLOAD_SECONDS'] ?? 60);
/** REGISTERs on their way at the same time, and the phones that send them. */
const [atOnce, phones] = [200, 2000];
const standing = 10;
/** How long after the load its calls have to be over, and how long memory is given at most. */
const afterMs = 30_000;
const restSeconds = Number(process.env['BENCH_REST_SECONDS'] ?? 300);

/**
 * Ten times as many calls as the server bears, and phones that register as fast as they are answered, while calls stand with
 * sound both ways: what becomes of the calls that are accepted, of those that stand, and of memory.
 */
export async function measureOverload(sidetone: Sidetone, people: readonly SignIn[]): Promise<Figure[]> {
  const ours = await ourSide(sidetone, people);
  const [, , , from, to] = people;
  if (!from || !to) throw new Error('The demo company lacks people.');
  const [[caller], [callee]] = [
    await phonesOf(sidetone, from, 'Standing', 1),
    await phonesOf(sidetone, to, 'Stood', 1),
  ];
  if (!caller || !callee) throw new Error('Nobody stands.');
  const registering = await manyPhones(sidetone, people, phones);
  const close = await openCallees(ours.server, ours.callees(1));
  try {
    const traffic = { server: ours.server, callers: ours.callers, number: ours.number };
    // What a server takes once it has worked.
    await placeCalls({ ...traffic, perSecond: 5, seconds: 10 });
    await pause(10_000);
    const before = ours.memory?.() ?? 0;
    const end = await standingCalls(ours.server, to.extension, standing, { caller, callee });
    const offering = [
      placeCalls({ ...traffic, perSecond: offered, seconds }),
      flood(registering, ours.server),
    ] as const;
    const [{ calls, rings, failures }, answers] = await Promise.all(offering);
    const stood = await end();
    await pause(afterMs);
    const [open] = await sidetone.query<{ calls: string }>(
      'select count(*) as calls from calls where ended_at is null',
    );
    const rest = await untilAsBefore(() => ours.memory?.() ?? 0, before);
    return [
      ...offeredRows({ calls, rings, failures }, answers),
      {
        what: `The longest gap in the sound of ${standing} calls that stand`,
        unit: 'ms',
        ours: stood.gaps,
        rival: undefined,
      },
      single(`Calls that stood and did not last (${countOf(stood.failures)})`, 'calls', stood.failures.length),
      single(`Calls that are open ${afterMs / 1000} s later`, 'calls', Number(open?.calls)),
      single('Memory of services and media before', 'MB', before),
      single(`The same ${Math.round(rest.seconds)} s later`, 'MB', rest.memory),
    ];
  } finally {
    await close();
  }
}

/** Waits until memory is back within a fifth of what it was, or for as long as it is given. The load ended `afterMs` ago. */
async function untilAsBefore(memory: () => number, before: number): Promise<{ memory: number; seconds: number }> {
  const begun = performance.now() - afterMs;
  for (;;) {
    const [now, seconds] = [memory(), (performance.now() - begun) / 1000];
    if (now <= before * 1.2 || seconds >= restSeconds) return { memory: now, seconds };
    await pause(5000);
  }
}

/** What became of calls and registrations that came too fast. */
function offeredRows({ calls, rings, failures }: Outcome, answers: ReadonlyMap<string, number>): Figure[] {
  const refused = failures.filter((reason) => reason.startsWith('503'));
  const what = `${offered} calls a second for ${seconds} s, beside registrations`;
  return [
    single(`${what}: accepted, to their end`, 'calls', rings.length),
    single(`${what}: refused with 503`, 'calls', refused.length),
    single(
      `${what}: failed otherwise (${countOf(failures.filter((each) => !refused.includes(each)))})`,
      'calls',
      calls - rings.length - refused.length,
    ),
    { what: `${what}: INVITE → 180 of those accepted`, unit: 'ms', ours: rings, rival: undefined },
    single(`${what}: registrations answered with 200`, 'a second', (answers.get('200') ?? 0) / seconds),
    single(
      `${what}: other answers to REGISTER (${[...answers.keys()].filter((each) => each !== '200').join(', ')})`,
      'a second',
      others(answers) / seconds,
    ),
  ];
}

const single = (what: string, unit: string, value: number): Figure => ({ what, unit, ours: [value], rival: undefined });

/** How often each reason came. */
const countOf = (reasons: readonly string[]): string => {
  const counts = Map.groupBy(reasons, (reason) => reason);
  return [...counts].map(([reason, all]) => `${all.length} ${reason}`).join(', ') || 'none';
};

const others = (answers: ReadonlyMap<string, number>): number =>
  [...answers].filter(([status]) => status !== '200').reduce((sum, [, count]) => sum + count, 0);

/** Phones that register on and on, each with a challenge of its own, and try again a second after they were refused. */
async function flood({ usernames, password }: Phones, port: number): Promise<ReadonlyMap<string, number>> {
  const { own, ask, close } = await openAsker(port);
  const answers = new Map<string, number>();
  const until = performance.now() + seconds * 1000;
  let next = 0;
  const worker = async () => {
    while (performance.now() < until) {
      next += 1;
      const username = usernames[next % usernames.length] ?? '';
      const phone = { username, callId: `flood-${username}-${next}`, own, port };
      const challenge = await ask(registerOf(phone, 1, [])).catch(() => '');
      const uri = `sip:127.0.0.1:${port}`;
      const proof = () => authorizationOf({ username, password, method: 'REGISTER', uri, challenge });
      const answer = challenge.startsWith('SIP/2.0 401')
        ? await ask(registerOf(phone, 2, [proof()])).catch(() => '')
        : challenge;
      const [, status = 'none'] = answer.split(' ');
      answers.set(status, (answers.get(status) ?? 0) + 1);
      if (status !== '200') await pause(1000);
    }
  };
  try {
    await Promise.all(Array.from({ length: atOnce }, worker));
  } finally {
    close();
  }
  return answers;
}
