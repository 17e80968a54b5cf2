import { Person } from '@sidetone/simulator/people/person.ts';
import { Colleague } from '../people/colleague.ts';
import type { Sidetone, SignIn } from '../world/sidetone.ts';
import { tone } from '../world/tones.ts';

/**
 * Kills signalling while two talk, again and again: by turns two telephones, and a browser and a telephone. Both go on
 * hearing each other while nobody signals and after it is back, and the hang-up reaches the other side and the book.
 * Gives what went wrong.
 */
export async function killWhileTheyTalk(
  sidetone: Sidetone,
  [caller, callee, browserOwner]: readonly [SignIn, SignIn, SignIn],
  rounds: number,
): Promise<string[]> {
  const faults: string[] = [];
  const ben = await Person.register(await sidetone.addPhone(callee.email, 'Crash talk'));
  const mara = await Person.register(await sidetone.addPhone(caller.email, 'Crash talk'));
  const anna = await Colleague.signIn(browserOwner, { origin: sidetone.origin, microphone: tone(440) });
  await ben.speaks(1000);
  await mara.speaks(700);

  const oneRound = async (name: string, desk: boolean): Promise<void> => {
    const fault = (what: string) => void faults.push(`${name}: ${what}`);
    const heardThere = async (hertz: number) => ((await ben.hears(hertz))[hertz] ?? 0) > 0.05;
    const heardHere = async () => ((await (desk ? mara : anna).hears(1000))[1000] ?? 0) > 0.02;
    const hertz = desk ? 700 : 440;
    const answered = ben.answers();
    await (desk ? mara.calls(callee.extension) : anna.calls(callee.extension));
    await answered;
    for (let tries = 0; !((await heardThere(hertz)) && (await heardHere())); tries += 1) {
      if (tries > 10) return fault('they never heard each other');
    }
    await sidetone.killServices();
    if (!(await heardThere(hertz))) fault('silence for the called while nobody signals');
    if (!(await heardHere())) fault('silence for the caller while nobody signals');
    await sidetone.healthy(30_000);
    if (!(await heardThere(hertz))) fault('silence for the called afterwards');
    if (!(await heardHere())) fault('silence for the caller afterwards');
    if (desk) await mara.hangsUp();
    else await anna.hangsUp();
    for (const until = performance.now() + 10_000; ben.inCall; await new Promise((next) => setTimeout(next, 50))) {
      if (performance.now() < until) continue;
      fault('the hang-up did not arrive');
      await ben.hangsUp();
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
    for (let round = 1; round <= rounds; round += 1) {
      const desk = round % 2 === 1;
      const before = faults.length;
      await oneRound(`talk ${round}`, desk);
      console.log(
        `talk ${round}/${rounds} (${desk ? 'two telephones' : 'browser and telephone'}): ${faults.slice(before).join('; ') || 'went on'}`,
      );
    }
  } finally {
    await anna.leaves();
    await Promise.all([ben.leaves(), mara.leaves()]);
  }
  return faults;
}
