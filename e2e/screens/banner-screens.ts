import type { Page, WebSocketRoute } from '@playwright/test';
import type { Sidetone } from '../world/sidetone.ts';
import type { Screen } from './screen.ts';
import { settled } from './settled.ts';

const news = {
  SUCCESS: { de: 'Die Telefonanlage läuft wieder ohne Störung.', en: 'The phone system runs normally again.' },
  INFO: {
    de: 'Sonntag von 02:00 bis 03:00 Uhr ist Wartung, Warteschlangen klingeln weiter.',
    en: 'Sunday, 2:00 to 3:00 AM: maintenance, queues keep ringing on desk phones.',
  },
  WARNING: {
    de: 'Diese Version funktioniert nur noch bis zum 1. Dezember.',
    en: 'This version stops working on 1 December.',
  },
  ERROR: { de: 'Anrufe ins Mobilfunknetz sind gestört.', en: 'Calls to mobile networks are disturbed.' },
} as const;

const nothing = async () => {};
const showsOne = (on: Page, words: RegExp) => on.getByText(words).first().waitFor();

/** A banner over the private channel, what makes it show, and what takes that back. */
const banner = (
  name: string,
  words: RegExp,
  cause: (sidetone: Sidetone, on: Page) => Promise<unknown>,
  ends: (sidetone: Sidetone, on: Page) => Promise<unknown> = nothing,
): Screen => ({
  name: `banner-${name}`,
  address: () => '/main/channels/private',
  who: 'newer',
  async prepare(on, sidetone) {
    await cause(sidetone, on);
    await showsOne(on, words);
  },
  async after(on, sidetone) {
    await ends(sidetone, on);
  },
});

/** Ends every way to the server of an app that has loaded, and every new one as soon as it begins, until `mends`. */
async function cutsSockets(on: Page): Promise<void> {
  const open = new Set<WebSocketRoute>();
  await on.routeWebSocket(/.*/, (socket) => {
    if (cut.has(on)) return void socket.close();
    open.add(socket);
    socket.connectToServer();
  });
  await on.reload();
  await settled(on);
  cut.add(on);
  for (const socket of open) void socket.close();
}
const cut = new WeakSet<Page>();
const mends = async (_: Sidetone, on: Page) => cut.delete(on);

/** Every banner but `update`; those that cut the line come last. Where what makes one show takes long to come about by itself, it is written into the database. */
export const bannerScreens: readonly Screen[] = [
  banner('offline', /^(you are offline|du bist offline)/i, (_, on) => on.context().setOffline(true)),
  ...(['SUCCESS', 'INFO', 'WARNING', 'ERROR'] as const).map((type) =>
    banner(
      `news-${type.toLowerCase()}`,
      new RegExp(`${news[type].de}|${news[type].en}`),
      (sidetone) =>
        sidetone.query(
          `insert into info_banners (id, account_id, scope, enabled, content)
             select 'pictured', id, 'server', true, $1 from accounts where runs_server`,
          [
            JSON.stringify({
              type,
              message: news[type],
              os: [],
              product: [],
              registrars: [],
              crm: [],
              priority: 0,
              testAccountOnly: false,
              fromVersion: null,
              toVersion: null,
              linkText: null,
              link: type === 'INFO' ? 'https://status.example/' : null,
            }),
          ],
        ),
      (sidetone) => sidetone.query(`delete from info_banners where id = 'pictured'`),
    ),
  ),
  banner(
    'app-extension',
    /^(this app is missing|diese app fehlt)/i,
    (sidetone) => sidetone.query(`delete from endpoints where kind = 'app'`),
    (_, on) => on.reload(),
  ),
  banner(
    'integrations',
    /(needs you to sign in|neu anmelden|braucht)/i,
    (sidetone) =>
      sidetone.query(
        `insert into integrations (id, account_id, name, state)
           select 'pictured' || id, id, 'CARDDAV', 'AUTHENTICATION_REQUIRED' from accounts`,
      ),
    (sidetone) => sidetone.query(`delete from integrations where id like 'pictured%'`),
  ),
  banner(
    'teams',
    /^(microsoft no longer accepts|microsoft nimmt)/i,
    (sidetone) =>
      sidetone.query(
        `insert into presence_connectors (user_id, id, state, problem, account_name, remote_user_id)
           select id, 'pictured' || id, 'reconnect', 'signedOut', email, id from users`,
      ),
    (sidetone) => sidetone.query(`delete from presence_connectors where id like 'pictured%'`),
  ),
  banner(
    'favorites',
    /(can no longer be called|nicht mehr an(ge)?rufen)/i,
    (sidetone) =>
      sidetone.query(
        `insert into favorites (id, user_id, contact_id, integration_name, display_name)
           select 'pictured' || number || id, id, 'SIDETONE:gone' || number, 'SIDETONE', 'Greta Kranz'
             from users, generate_series(1, 2) as number`,
      ),
    (sidetone) => sidetone.query(`delete from favorites where id like 'pictured%'`),
  ),
  {
    ...banner(
      'phones-offline',
      /^(all your phones|alle telefone)/i,
      (sidetone) => sidetone.query('update phones set is_connected = false, is_disconnected_by_user = true'),
      (sidetone) => sidetone.query('update phones set is_connected = true, is_disconnected_by_user = false'),
    ),
    who: 'classic',
  },
  banner('reconnecting', /^(connection lost\. reconn|verbindung verloren\. wird)/i, (_, on) => cutsSockets(on), mends),
  banner('connection-lost', /^(connection to the phone|verbindung zur telefon)/i, (_, on) => cutsSockets(on), mends),
];
