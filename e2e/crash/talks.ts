import { setTimeout as pause } from 'node:timers/promises';
import { Person } from '@sidetone/simulator/people/person.ts';
import { Colleague } from '../people/colleague.ts';
import type { Sidetone } from '../world/sidetone.ts';
import type { SignIn } from '../world/sign-in.ts';
import { tone } from '../world/tones.ts';
import { leaveOlderForm, storedForms } from './older-form.ts';

/** How calls that talk are left when signalling is killed: as this version stores them, or as the one before did. */
export type Form = 'own' | 'older';

interface Talkers {
  readonly sidetone: Sidetone;
  /** He is called, each time. */
  readonly ben: Person;
  /** Who calls him, and how they are heard there. */
  readonly callers: Readonly<Record<Kind, Caller>>;
}

interface Caller {
  readonly caller: Person | Colleague;
  readonly hertz: number;
  calls(): Promise<unknown>;
}

const kinds = ['two telephones', 'browser and telephone', 'classic browser and telephone'] as const;
type Kind = (typeof kinds)[number];

interface Round {
  readonly name: string;
  readonly kind: Kind;
  readonly benHangsUp: boolean;
  readonly form: Form;
}

/**
 * Kills signalling while two talk, again and again: by turns two telephones, a browser and a telephone, and a browser of
 * the classic generation and a telephone; by turns the caller and the called hang up. Both go on hearing each other while
 * nobody signals and after it is back, and the hang-up reaches the other side and the book. Gives what went wrong.
 */
export async function killWhileTheyTalk(
  sidetone: Sidetone,
  people: readonly [SignIn, SignIn, SignIn, SignIn],
  rounds: number,
  form: Form,
): Promise<string[]> {
  const faults: string[] = [];
  const { talkers, leave } = await takeSeats(sidetone, people);
  try {
    for (let round = 1; round <= rounds; round += 1) {
      const kind = kinds[(round - 1) % kinds.length] as Kind;
      // By turns in the rounds of each kind.
      const benHangsUp = Math.ceil(round / kinds.length) % 2 === 0;
      const found = await oneRound(talkers, { name: `talk ${round}`, kind, benHangsUp, form });
      faults.push(...found);
      const outcome = found.join('; ') || 'went on';
      console.log(`talk ${round}/${rounds} (${kind}, ${benHangsUp ? 'called' : 'caller'} hangs up): ${outcome}`);
    }
  } finally {
    await leave();
  }
  return faults;
}

async function takeSeats(
  sidetone: Sidetone,
  [caller, callee, browserOwner, classicOwner]: readonly [SignIn, SignIn, SignIn, SignIn],
): Promise<{ readonly talkers: Talkers; leave(): Promise<unknown> }> {
  const ben = await Person.register(await sidetone.addPhone(callee.email, 'Crash talk'));
  const mara = await Person.register(await sidetone.addPhone(caller.email, 'Crash talk'));
  const anna = await Colleague.signIn(browserOwner, deskAt(sidetone, 440));
  // Of another company, whose phones are registered at a telephone company; the callee is called by a number.
  const freya = await Colleague.sitDown(classicOwner, deskAt(sidetone, 520));
  await freya.comesToClassicWork();
  const calleesNumber = await numberOf(sidetone, callee);
  await ben.speaks(1000);
  await mara.speaks(700);
  const callers = {
    'two telephones': { calls: () => mara.calls(callee.extension), caller: mara, hertz: 700 },
    'browser and telephone': { calls: () => anna.calls(callee.extension), caller: anna, hertz: 440 },
    'classic browser and telephone': { calls: () => freya.calls(calleesNumber), caller: freya, hertz: 520 },
  };
  const leave = () => Promise.all([anna.leaves(), freya.leaves(), ben.leaves(), mara.leaves()]);
  return { talkers: { sidetone, ben, callers }, leave };
}

async function oneRound(talkers: Talkers, round: Round): Promise<string[]> {
  const { sidetone, ben, callers } = talkers;
  const { name, kind, benHangsUp, form } = round;
  const faults: string[] = [];
  const fault = (what: string) => void faults.push(`${name}: ${what}`);
  const { caller, hertz } = callers[kind];
  const heardThere = async () => ((await ben.hears(hertz))[hertz] ?? 0) > 0.02;
  const heardHere = async () => ((await caller.hears(1000))[1000] ?? 0) > 0.02;
  await connect(talkers, kind);
  for (let tries = 0; !((await heardThere()) && (await heardHere())); tries += 1) {
    if (tries > 10) return [`${name}: they never heard each other`];
  }
  // Between two companies there is a call in each of them.
  if (form === 'older' && (await leaveOlderForm(sidetone)) === 0) fault('no call was stored');
  await sidetone.killServices();
  if (!(await heardThere())) fault('silence for the called while nobody signals');
  if (!(await heardHere())) fault('silence for the caller while nobody signals');
  await sidetone.healthy(30_000);
  if (!(await heardThere())) fault('silence for the called afterwards');
  if (!(await heardHere())) fault('silence for the caller afterwards');
  const forms = await storedForms(sidetone);
  if (forms.join() !== '2') fault(`stored in form ${forms.join() || 'none'} afterwards`);
  if (benHangsUp) await ben.hangsUp();
  else await caller.hangsUp();
  for (const what of await isOver(talkers, caller)) fault(what);
  return faults;
}

async function connect({ ben, callers }: Talkers, kind: Kind): Promise<void> {
  const { calls, caller } = callers[kind];
  if (caller instanceof Person) {
    await Promise.all([ben.answers(), calls()]);
    return;
  }
  // A page that is not back yet since the last round says so, and is asked again.
  for (let tries = 1; tries === 1 || !ben.isRinging; tries += 1) {
    await calls();
    await ben.isRung(5_000).catch((error: unknown) => {
      if (tries === 4) throw error;
    });
  }
  await ben.answers();
}

/** What is wrong with the end of the call, on both sides and in the book. */
async function isOver({ sidetone, ben }: Talkers, caller: Person | Colleague): Promise<string[]> {
  const faults: string[] = [];
  const bothLeft = async () => !ben.inCall && !(caller instanceof Colleague ? await caller.isInCall() : caller.inCall);
  for (const until = performance.now() + 10_000; !(await bothLeft()); await pause(50)) {
    if (performance.now() < until) continue;
    faults.push('the hang-up did not arrive');
    await ben.hangsUp().catch(() => undefined);
    break;
  }
  const open = await openRows(sidetone);
  if (open !== 0) faults.push(`${open} rows left open`);
  const [last] = await sidetone.query<{ ended_reason: string }>(
    'select ended_reason from calls order by started_at desc limit 1',
  );
  if (last?.ended_reason !== 'HANGUP') faults.push(`ended as ${last?.ended_reason}`);
  return faults;
}

/** The number at which the network outside reaches someone. */
async function numberOf(sidetone: Sidetone, { email }: SignIn): Promise<string> {
  const [found] = await sidetone.query<{ e164: string }>(
    `select n.e164 from numbers n join channels c on c.id = n.channel_id join users u on u.id = c.owner_user_id
      where u.email = $1 limit 1`,
    [email],
  );
  if (!found) throw new Error(`${email} has no number`);
  return found.e164;
}

/** A desk with a whole browser, which closes with its context. Its microphone plays a tone of `hertz`. */
const deskAt = ({ origin }: Sidetone, hertz: number) => ({
  origin,
  ownBrowser: 'whole' as const,
  microphone: tone(hertz),
});

/** Calls and inbox events that have not ended. An end is written right behind the hang-up, and is waited for. */
async function openRows(sidetone: Talkers['sidetone']): Promise<number> {
  for (const until = performance.now() + 5_000; ; await pause(50)) {
    const [open] = await sidetone.query<{ n: number }>(
      `select (select count(*) from calls where ended_at is null)::int
            + (select count(*) from inbox_events where terminated_at is null)::int as n`,
    );
    if (open?.n === 0 || performance.now() > until) return open?.n ?? 0;
  }
}
