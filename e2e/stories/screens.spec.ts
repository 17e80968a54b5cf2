import type { Page } from '@playwright/test';
import { goesTo } from '../people/going.ts';
import { misfitsInPage } from '../screens/misfits.ts';
import type { Screen } from '../screens/screen.ts';
import { placesOf, screens } from '../screens/screens.ts';
import { drawn, settled } from '../screens/settled.ts';
import { expectsNoViolation } from '../world/barriers.ts';
import { everybodyReads, expect, test } from '../world/story.ts';
import { tone } from '../world/tones.ts';

// Every screen is drawn at two widths in both appearances, and a story has up to twenty screens.
test.setTimeout(300_000);

const desk = { microphone: tone(440), locale: 'de-DE', listens: false } as const;
const [mara, freya] = [0, 6] as const;
/** Widths of the pictures; where the column at the left is one, and where it is a rail. */
const widths = [1440, 900] as const;

const groups: readonly (readonly [string, (screen: Screen) => boolean])[] = [
  ['settings', ({ who, name }) => who === 'newer' && name.startsWith('settings-')],
  ['dialogs', ({ who, name }) => who === 'newer' && name.startsWith('dialog-')],
  ['administration', ({ who, name }) => who === 'newer' && name.startsWith('admin-')],
  ['banners', ({ who, name }) => who === 'newer' && name.startsWith('banner-')],
  ['pages', ({ who, name }) => who === 'newer' && !/^(settings|dialog|admin|banner)-/.test(name)],
  ['classic generation', ({ who }) => who === 'classic'],
  ['door', ({ who }) => who === 'stranger'],
];

// News and backups are shown by the company that runs the server.
test.use({ server: 'own' });

test.beforeAll(({ sidetone }) => everybodyReads(sidetone, 'de'));

// German, whose words are the longer ones.
for (const [group, belongs] of groups) {
  test(`${group}: no barrier, and no word that does not fit`, async ({ sidetone, people, sitDown }) => {
    const colleague = await sitDown(group === 'classic generation' ? freya : mara, desk);
    if (group === 'classic generation') await colleague.comesToClassicWork();
    else if (group !== 'door') await colleague.comesToWork('newer');
    const { page } = colleague;
    const places = await placesOf(sidetone, people[mara]);
    for (const screen of screens.filter(belongs)) {
      await test.step(screen.name, async () => {
        const opens = async () => {
          await shows(page, screen, screen.address(places));
          await settled(page);
          if (!screen.prepare) return;
          await screen.prepare(page, sidetone);
          await settled(page);
        };
        const also = (width: number) => fits(page, screen.name, width);
        if (screen.floats) {
          // A menu stands outside of every landmark for as long as it is open: the rule is meant for what stays.
          await expectsNoViolation(page, screen.name, { widths, before: opens, also, except: ['region'] });
        } else {
          await opens();
          await expectsNoViolation(page, screen.name, { widths, also });
        }
        await page.context().setOffline(false);
        await screen.after?.(page, sidetone);
      });
    }
  });
}

/** Pages of the running app, which it goes to without being loaded again. */
const withinApp = /^\/(main\/(channels|contacts)|admin|setup|audio-setup)\b/;

/**
 * Follows an address within the app, as its own links do: loading the app costs more than all looks at a screen. What
 * is prepared, and what strangers see, begins with a page that knows of nothing before.
 */
async function shows(page: Page, { who, prepare }: Screen, address: string): Promise<void> {
  const { pathname, origin } = new URL(page.url());
  const leadsOn = withinApp.test(pathname) && withinApp.test(address) && `${origin}${address}` !== page.url();
  if (prepare !== undefined || who === 'stranger' || !leadsOn) await page.goto(address);
  else await goesTo(page, address);
}

async function fits(page: Page, screen: string, width: number): Promise<void> {
  await drawn(page);
  expect.soft(await page.evaluate(misfitsInPage), `${screen}, ${width} px`).toEqual([]);
}
