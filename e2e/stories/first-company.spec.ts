import { Colleague } from '../people/colleague.ts';
import { DeskPhone } from '../people/desk-phone.ts';
import { FirstAdministrator } from '../people/first-administrator.ts';
import { Newcomer } from '../people/newcomer.ts';
import { Provider } from '../people/provider.ts';
import { clicksOf, countClicks, seenScreens, writeDownScreens } from '../people/seen-screens.ts';
import { filled, wordsOf } from '../people/words.ts';
import { newDataFolder } from '../world/data-folder.ts';
import { needs } from '../world/needs.ts';
import { freePort, freePorts } from '../world/ports.ts';
import { Sidetone } from '../world/sidetone.ts';
import { expect, test } from '../world/story.ts';
import { tone } from '../world/tones.ts';

// The server is new and nobody is on it, so the story starts it itself, the way someone does who has just downloaded it.

const password = 'vier Woerter am Abend';
const founding = {
  company: 'Elbkontor',
  firstName: 'Clara',
  lastName: 'Wessel',
  email: 'clara@elbkontor.example',
  password,
  areaCode: '040',
};
const office = { street: 'Kaistraße', houseNumber: '12', postalCode: '20457', city: 'Hamburg' };
const invited = [
  { firstName: 'Bente', lastName: 'Harms', email: 'bente@elbkontor.example' },
  { firstName: 'Deniz', lastName: 'Aksoy', email: 'deniz@elbkontor.example' },
] as const;
const trunk = { username: 'elbkontor', password: 'north-wind' };
/** Someone in town, at the same telephone company. */
const outside = { username: '+494022334455', password: 'south-wind' };
const block = ['+49 40 66969 0', '+49 40 66969 99'] as const;
const switchboard = '+4940669690';
/** What each of them speaks, in Hz. */
const voices = { clara: 440, bente: 700, deniz: 1500, outside: 1000 };

/** The address that the server printed for someone at its machine. */
const printedAddress = async (sidetone: Sidetone): Promise<string> => {
  const address = () => /^ {2}Open +(http\S+) /m.exec(sidetone.output)?.[1];
  // The server answers a moment before its starter says where.
  await expect.poll(address, { message: 'the address that is printed' }).toBeDefined();
  return address() ?? '';
};

/** Number and extension that someone has, as the app writes them. */
async function reachOf(sidetone: Sidetone, email: string): Promise<{ number: string; extension: string }> {
  const [found] = await sidetone.query<{ extension: string; e164: string }>(
    `select extensions.extension, numbers.e164 from users join channels on channels.owner_user_id = users.id
       join numbers on numbers.channel_id = channels.id join extensions on extensions.channel_id = channels.id
      where users.email = $1`,
    [email],
  );
  if (found === undefined) throw new Error(`${email} has no number`);
  return { extension: found.extension, number: found.e164.replace(/^\+4940(66969)(.*)$/, '+49 40 $1$2') };
}

for (const language of ['en', 'de'] as const) {
  const words = wordsOf[language];
  const other = language === 'en' ? 'de' : 'en';
  const { firstRun } = words.admin;

  test(`from an empty folder to a call between two invited people, no step skipped (${language})`, async () => {
    test.setTimeout(480_000);
    needs('kamailio');
    needs('baresip');
    const sidetone = new Sidetone(newDataFolder(), await freePorts(), { startedBy: 'npm', empty: true });
    const provider = await Provider.open(await freePort(), {
      subscribers: [trunk, outside],
      numbers: '^\\+494066969',
    });
    const leaving: (() => Promise<void>)[] = [() => provider.close()];
    const sitsDown = async (
      who: { firstName: string; lastName: string; email: string },
      hertz: number,
      reads: 'en' | 'de' = language,
    ) => {
      const name = `${who.firstName} ${who.lastName}`;
      const signIn = { name, email: who.email, password, extension: '' };
      const desk = {
        microphone: tone(hertz),
        isNew: true,
        rates: true,
        locale: reads === 'de' ? 'de-DE' : 'en-US',
      } as const;
      const colleague = await Colleague.sitDown(signIn, { ...desk, origin: sidetone.origin });
      leaving.unshift(() => colleague.leaves());
      await writeDownScreens(colleague.page.context());
      await countClicks(colleague.page.context());
      return colleague;
    };
    try {
      await test.step('npm start -- --empty', () => sidetone.start());
      const clara = new FirstAdministrator(await sitsDown(founding, voices.clara), words, language);

      await test.step('the printed address leads to the set-up, and a password typed once leads in', async () => {
        await clara.foundsCompany(await printedAddress(sidetone), founding);
        const rows = await sidetone.query(
          `select u.email from audit_log a join users u on u.id = a.actor_user_id where a.action = 'signIn.succeeded'`,
        );
        expect(rows).toEqual([{ email: founding.email }]);
      });
      await test.step('the company and its area code', () => clara.placesCompany(founding));
      await test.step('the line, and a German block: switchboard and a hundred direct numbers', () =>
        clara.connectsLine({ server: '127.0.0.1', port: provider.port, ...trunk, block }));
      await test.step('where help goes', () => clara.saysWhereHelpGoes(office));
      const links = await test.step('two people, whose links are handed over', () => clara.invites(invited));

      const [bente, deniz] = await test.step('both accept, and are in on the fourth screen', async () => {
        const people: Newcomer[] = [];
        for (const [at, person] of invited.entries()) {
          // One of them has a browser in another language than the one that they were invited in.
          const [hertz, reads] = at === 0 ? ([voices.bente, language] as const) : ([voices.deniz, other] as const);
          const theirs = wordsOf[reads];
          const newcomer = new Newcomer(await sitsDown(person, hertz, reads), theirs, reads);
          const reach = await reachOf(sidetone, person.email);
          expect(reach.number).toMatch(new RegExp(`${reach.extension}$`));
          await newcomer.accepts(links[at] ?? '', password);
          await newcomer.readsNumbers(reach);
          await newcomer.checksSound();
          await newcomer.isGreeted(reach);
          await newcomer.hearsThemselves(hertz, voices.outside);
          const welcome = filled(theirs.signIn.link.welcome, { name: person.firstName });
          const screens = [`invitation: ${welcome}`, `setup: ${welcome}`];
          screens.push(`audio-setup: ${theirs.audio.setup.title}`, `main: ${theirs.app.private}`);
          expect(await seenScreens(newcomer.page)).toEqual(screens);
          expect(screens.length).toBeLessThanOrEqual(4);
          expect(await clicksOf(newcomer.page)).toBeLessThanOrEqual(6);
          await newcomer.hearsOfNoVersion();
          people.push(newcomer);
          const rows = await sidetone.query('select locale from users where email = $1', [person.email]);
          expect(rows).toEqual([{ locale: reads }]);
        }
        return people as [Newcomer, Newcomer];
      });
      await test.step('back leads neither to a form that is used up nor round and round', async () => {
        for (const address of [links[0] ?? '', '/sign-in/used-up', '/set-up']) {
          await bente.page.goto(address);
          await expect(bente.page).toHaveURL(/\/main\/channels\/private$/);
        }
      });

      await test.step('the line that both share, and to which the switchboard leads', () =>
        clara.sharesLine(switchboard, `${founding.firstName} ${founding.lastName}`));
      const far = await DeskPhone.plugIn({ ...outside, server: provider.address }, tone(voices.outside, 8000), {
        control: await freePort(),
        sip: await freePort(),
      });
      leaving.unshift(() => far.unplug());

      await test.step('the administrator hears themselves, and calls an outside number', async () => {
        await clara.isAskedToTry();
        await clara.hearsThemselves(voices.clara, voices.outside);
        await clara.colleague.calls(outside.username);
        await far.sees('CALL_INCOMING', 30_000);
        far.answers();
        await clara.colleague.expectsToHear(voices.outside, voices.clara);
        await far.hearsForAWhile();
        await clara.colleague.hangsUp();
        await far.sees('CALL_CLOSED');
        far.expectsToHaveHeard(voices.clara, voices.outside);
        await clara.hasTried('out');
      });

      await test.step('an outside caller calls the line: both ring, one answers, and each hears the other', async () => {
        far.dials(switchboard);
        for (const { colleague } of [bente, deniz]) {
          await expect(colleague.dock.getByRole('button', { name: /^(accept|annehmen)/i })).toBeVisible({
            timeout: 20_000,
          });
        }
        await Promise.all([
          expect(bente.colleague.dock).toContainText(words.calls.end.acceptedElsewhere),
          deniz.colleague.accepts(),
        ]);
        await deniz.colleague.expectsToHear(voices.outside, voices.deniz);
        await far.hearsForAWhile();
        await deniz.colleague.hangsUp();
        await far.sees('CALL_CLOSED');
        far.expectsToHaveHeard(voices.deniz, voices.outside);
      });
      await test.step('the three calls were made, which ends the set-up', async () => {
        await clara.hasTried('in');
        await clara.opensApp();
        await clara.page.goto('/admin/users');
        await expect(clara.page.getByRole('row', { name: /Bente Harms/ })).toBeVisible();
        await expect(clara.page.getByRole('link', { name: firstRun.finish })).toHaveCount(0);
        const screens = (await seenScreens(clara.page)).filter((screen) => screen.startsWith('admin: '));
        const asked = ['company', 'line', 'address', 'people', 'queue', 'menu', 'tryOut'] as const;
        expect(screens.slice(0, asked.length)).toEqual(asked.map((step) => `admin: ${firstRun[step].title}`));
        expect(await clicksOf(clara.page)).toBeLessThanOrEqual(20);
      });

      await test.step('the two call each other by extension, and each hears the other', async () => {
        await bente.colleague.calls((await reachOf(sidetone, invited[1].email)).extension);
        await expect(deniz.colleague.dock).toContainText('Bente Harms');
        await deniz.colleague.accepts();
        await bente.colleague.expectsToHear(voices.deniz, voices.bente);
        await deniz.colleague.expectsToHear(voices.bente, voices.deniz);
        await bente.colleague.hangsUp();
      });

      await test.step('the calls are in the inboxes of those who had them', async () => {
        const { direction } = words.inbox;
        await bente.colleague.showsAllCalls();
        await expect(bente.colleague.callWith('Deniz Aksoy', new RegExp(direction.outgoing))).toBeVisible();
        await deniz.colleague.showsAllCalls();
        const incoming = new RegExp(wordsOf[other].inbox.direction.incoming);
        await expect(deniz.colleague.callWith('Bente Harms', incoming)).toBeVisible();
        await bente.page
          .getByRole('navigation')
          .getByRole('link', { name: new RegExp(`^${firstRun.queue.name}`) })
          .click();
        await bente.colleague.showsAllCalls();
        await expect(bente.colleague.callWith('\\+49 40 22334455', new RegExp(direction.incoming))).toBeVisible();
      });
    } finally {
      for (const leave of leaving) await leave();
      await sidetone.dispose();
    }
  });
}
