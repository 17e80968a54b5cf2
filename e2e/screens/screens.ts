import type { Page } from '@playwright/test';
import { remembers } from '../world/local-flags.ts';
import type { Sidetone } from '../world/sidetone.ts';
import type { SignIn } from '../world/sign-in.ts';
import { bannerScreens } from './banner-screens.ts';
import type { Places, Screen } from './screen.ts';
import { toldScreens } from './told-screens.ts';

const stranger = (name: string, address: string, prepare?: Screen['prepare']): Screen => ({
  name,
  address: () => address,
  who: 'stranger',
  ...(prepare && { prepare }),
});
const page = (name: string, address: string | Screen['address'], prepare?: Screen['prepare']): Screen => ({
  name,
  address: typeof address === 'string' ? () => address : address,
  who: 'newer',
  ...(prepare && { prepare }),
});
const over = (dialog: string) => `/main/channels/private/dialogs/${dialog}`;
const settings = (section: string) => page(`settings-${section.replace('/', '-')}`, over(`settings/${section}`));
const classic = (screen: Screen): Screen => ({ ...screen, who: 'classic' });
const admin = (section: string) => page(`admin-${section}`, `/admin/${section}`);

const press = (name: RegExp) => async (on: Page) => on.getByRole('button', { name }).first().click();
const shows = (selector: string) => async (on: Page) => on.locator(selector).first().waitFor();

/** Every screen that an address leads to. Those of a running call are taken apart, since they need someone to call. */
export const screens: readonly Screen[] = [
  stranger('sign-in', '/login', shows('[name=password]')),
  stranger('sign-in-wrong', '/login', async (on) => {
    await on.getByLabel(/^(password|passwort)/i).waitFor();
    await press(/^(sign in|anmelden)/i)(on);
    await shows('[aria-invalid=true]')(on);
  }),
  stranger('forgot-password', '/forgot-password'),
  stranger('reset', '/reset/no-such-token'),
  stranger('invitation', '/invitation/no-such-token'),
  stranger('help', '/help'),

  page('inbox', '/main/channels/private'),
  page('inbox-all', '/main/channels/private', async (on) => on.getByRole('tab', { name: /^(all|alle)$/i }).click()),
  page('shared-channel', ({ sharedChannel }) => `/main/channels/${sharedChannel}`),
  page('call-page', ({ call }) => `/main/channels/private?call=${encodeURIComponent(call)}`),
  page('thread-contact', ({ contact }) => `/main/channels/private/contact/${encodeURIComponent(contact)}`),
  page('thread-number', ({ number }) => `/main/channels/private/number/${encodeURIComponent(number)}`),
  page('contacts', '/main/contacts'),
  page('contact', ({ contact }) => `/main/contacts/${encodeURIComponent(contact)}`),
  page('contact-create', '/main/contacts/create'),
  page('contact-edit', ({ contact }) => `/main/contacts/${encodeURIComponent(contact)}/edit`),
  page('omnibar', over('omnibar')),
  page('omnibar-results', over('omnibar'), async (on) => {
    await on.getByRole('combobox').fill('a');
    await on.getByRole('option').first().waitFor();
  }),
  ...toldScreens,
  page('click-to-dial', '/?dial=tel%3A%2B4930901820'),
  {
    ...page('user-menu', '/main/channels/private', async (on) => {
      await press(/^(your menu|dein menü)/i)(on);
      await on.getByRole('menu').first().waitFor();
    }),
    floats: true,
  },
  page('not-found', '/main/nowhere/at/all'),

  ...bannerScreens,

  ...['integrations', 'ai-features', 'audio', 'extensions', 'labs', 'advanced', 'profile', 'emails', 'preferences'].map(
    settings,
  ),
  page('settings-ai-features-words', over('settings/ai-features/hasCustomWords'), async (on, sidetone) => {
    await sidetone.query(
      `insert into custom_words (account_id, words)
         select id, (select jsonb_agg(jsonb_build_object('id', word, 'value', word, 'enabled', word <> 'Reefer'))
           from unnest(array['Kranich Logistik', 'Nordlys Møbler', 'Reefer', 'Finkenwerder', 'Gate-in']) as word)
         from accounts on conflict (account_id) do update set words = excluded.words`,
    );
    await on.getByRole('textbox', { name: /^(word|wort) 5$/i }).waitFor();
  }),
  page('settings-integrations-connect', over('settings/integrations/CARDDAV')),
  page('settings-labs-webhook', over('settings/labs/hasWebhook')),
  ...['integrations', 'phone', 'audio', 'labs', 'preferences'].map((section) => ({
    ...classic(settings(section)),
    name: `classic-settings-${section}`,
  })),
  classic(page('classic-settings-phone-detail', ({ phone }) => over(`settings/phone/${phone}`))),
  classic({
    ...page(
      'classic-settings-phone-unknown',
      ({ phone }) => over(`settings/phone/${phone}`),
      async (on, sidetone) => {
        await sidetone.query(`update phones set state = 'UNKNOWN'`);
        await on.getByRole('dialog').getByRole('alert').waitFor();
      },
    ),
    after: async (_, sidetone) => {
      await sidetone.query(`update phones set state = 'REGISTER_SUCCESS'`);
    },
  }),
  classic(page('classic-inbox', '/main/channels/private')),
  page('help', '/help'),
  {
    ...page('test-account', '/main/channels/private', async (on, sidetone) => {
      await sidetone.query(`update accounts set flags = flags || '{"isTestAccount": true, "hasCustomWords": true}'`);
      await on.getByRole('region', { name: /^(test account|testkonto)/i }).waitFor();
    }),
    after: async (_, sidetone) => {
      await sidetone.query(`update accounts set flags = flags || '{"isTestAccount": false, "hasCustomWords": false}'`);
    },
  },
  {
    ...page('feature-hint', '/main/channels/private', async (on) => {
      await remembers(on, { featureHintClosed: null });
      await on.getByRole('region', { name: /^(new|neu)$/i }).waitFor();
    }),
    after: (on) => remembers(on, { featureHintClosed: 'audio-in-menu' }),
  },
  page('dialog-feedback-mistakes', over('feedback'), async (on) => {
    await on.getByRole('dialog').getByRole('textbox').first().fill('?');
    await on.getByRole('dialog').getByRole('textbox').first().blur();
  }),
  ...['feedback', 'changelog', 'contacts/import', 'intro'].map((dialog) =>
    page(`dialog-${dialog.replace('/', '-')}`, over(dialog)),
  ),
  ...['start', 'integrations', 'done'].map((step) => page(`setup-${step}`, `/setup/${step}`)),
  page('audio-setup', '/audio-setup'),

  ...[
    'users',
    'numbers',
    'channels',
    'phones',
    'trunks',
    'routing',
    'company',
    'ai',
    'log',
    'backup',
    'feedback',
    'news',
  ].map(admin),
  page('admin-ai-add', '/admin/ai', async (on) => {
    await press(/^(enter a key|schlüssel eingeben)/i)(on);
    await on.getByRole('dialog').getByRole('textbox').first().waitFor();
  }),
  page('admin-news-write', '/admin/news', async (on) => {
    await press(/^(write news|hinweis schreiben)/i)(on);
    await on.getByRole('dialog').getByRole('textbox').first().waitFor();
  }),
];

/** Finds what the addresses name. */
export async function placesOf(sidetone: Sidetone, { email }: SignIn): Promise<Places> {
  const one = async (what: string, text: string): Promise<string> => {
    const [row] = await sidetone.query<{ it: string }>(text, [email]);
    if (row === undefined) throw new Error(`The demo company has no ${what}`);
    return row.it;
  };
  return {
    sharedChannel: await one(
      'shared channel',
      `select c.id as it from channels c join channel_members m on m.channel_id = c.id join users u on u.id = m.user_id
         where u.email = $1 and c.owner_user_id is null order by c.name limit 1`,
    ),
    contact: await one(
      'contact',
      `select k.id as it from contacts k join users u on u.account_id = k.account_id
         where u.email = $1 order by k.id limit 1`,
    ),
    number: '+493023125744',
    call: await one(
      'documented call',
      `select e.id as it from inbox_events e join channels c on c.id = e.channel_id join users u on u.id = c.owner_user_id
         where u.email = $1 and e.terminated_at is not null order by length(e.documentation::text) desc, e.id limit 1`,
    ),
    phone: await one(
      'phone of the classic generation',
      `select p.id as it from phones p join users u on u.id = p.user_id where u.email <> $1 order by u.email desc limit 1`,
    ),
  };
}
