import { setTimeout as pause } from 'node:timers/promises';
import { Person } from '@sidetone/simulator/people/person.ts';
import { Colleague } from '../people/colleague.ts';
import type { Sidetone } from '../world/sidetone.ts';
import type { SignIn } from '../world/sign-in.ts';
import { tone } from '../world/tones.ts';

/**
 * Kills signalling while two talk, again and again: by turns two telephones, a browser and a telephone, and a browser of
 * the classic generation and a telephone; by turns the caller and the called hang up. Both go on hearing each other while
 * nobody signals and after it is back, and the hang-up reaches the other side and the book. Gives what went wrong.
 */
export async function killWhileTheyTalk(
  sidetone: Sidetone,
  [caller, callee, browserOwner, classicOwner]: readonly [SignIn, SignIn, SignIn, SignIn],
  rounds: number,
): Promise<string[]> {
  const faults: string[] = [];
  const ben = await Person.register(await sidetone.addPhone(callee.email, 'Crash talk'));
  const mara = await Person.register(await sidetone.addPhone(caller.email, 'Crash talk'));
  const anna = await Colleague.signIn(browserOwner, deskAt(sidetone, 440));
  // Of another company, whose phones are registered at a telephone company; the callee is called by a number.
  const freya = await Colleague.sitDown(classicOwner, deskAt(sidetone, 520));
  await freya.comesToClassicWork();
  const calleesNumber = await numberOf(sidetone, callee);
  await ben.speaks(1000);
  await mara.speaks(700);

  /** Who calls Ben, how they are heard there, and whether Ben is the one who hangs up. */
  const kinds = {
    'two telephones': { calls: () => mara.calls(callee.extension), caller: mara, hertz: 700 },
    'browser and telephone': { calls: () => anna.calls(callee.extension), caller: anna, hertz: 440 },
    'classic browser and telephone': { calls: () => freya.calls(calleesNumber), caller: freya, hertz: 520 },
  } as const;

  const oneRound = async (name: string, kind: keyof typeof kinds, benHangsUp: boolean): Promise<void> => {
    const fault = (what: string) => void faults.push(`${name}: ${what}`);
    const { calls, caller, hertz } = kinds[kind];
    const heardThere = async () => ((await ben.hears(hertz))[hertz] ?? 0) > 0.02;
    const heardHere = async () => ((await caller.hears(1000))[1000] ?? 0) > 0.02;
    if (caller === mara) await Promise.all([ben.answers(), calls()]);
    else {
      // A page that is not back yet since the last round says so, and is asked again.
      for (let tries = 1; tries === 1 || !ben.isRinging; tries += 1) {
        await calls();
        await ben.isRung(5_000).catch((error: unknown) => {
          if (tries === 4) throw error;
        });
      }
      await ben.answers();
    }
    for (let tries = 0; !((await heardThere()) && (await heardHere())); tries += 1) {
      if (tries > 10) return fault('they never heard each other');
    }
    await sidetone.killServices();
    if (!(await heardThere())) fault('silence for the called while nobody signals');
    if (!(await heardHere())) fault('silence for the caller while nobody signals');
    await sidetone.healthy(30_000);
    if (!(await heardThere())) fault('silence for the called afterwards');
    if (!(await heardHere())) fault('silence for the caller afterwards');
    if (benHangsUp) await ben.hangsUp();
    else await caller.hangsUp();
    const isOver = async () => !ben.inCall && !(caller instanceof Colleague ? await caller.isInCall() : caller.inCall);
    for (const until = performance.now() + 10_000; !(await isOver()); await pause(50)) {
      if (performance.now() < until) continue;
      fault('the hang-up did not arrive');
      await ben.hangsUp().catch(() => undefined);
      break;
    }
    const [open] = await sidetone.query<{ n: number }>(
      `select (select count(*) from calls where ended_at is null)::int
            + (select count(*) from inbox_events where terminated_at is null)::int as n`,
    );
    if (open?.n !== 0) fault(`${open?.n} rows left open`);
    const [last] = await sidetone.query<{ ended_reason: string }>(
      'select ended_reason from calls order by started_at desc limit 1',
    );
    if (last?.ended_reason !== 'HANGUP') fault(`ended as ${last?.ended_reason}`);
  };

  try {
    const names = Object.keys(kinds) as (keyof typeof kinds)[];
    for (let round = 1; round <= rounds; round += 1) {
      const kind = names[(round - 1) % names.length] as keyof typeof kinds;
      // By turns in the rounds of each kind.
      const benHangsUp = Math.ceil(round / names.length) % 2 === 0;
      const before = faults.length;
      await oneRound(`talk ${round}`, kind, benHangsUp);
      const outcome = faults.slice(before).join('; ') || 'went on';
      console.log(`talk ${round}/${rounds} (${kind}, ${benHangsUp ? 'called' : 'caller'} hangs up): ${outcome}`);
    }
  } finally {
    await Promise.all([anna.leaves(), freya.leaves(), ben.leaves(), mara.leaves()]);
  }
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
