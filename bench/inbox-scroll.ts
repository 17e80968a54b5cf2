import { chromium, type Page } from '@playwright/test';
import { chromiumPath, quietFlags } from '@sidetone/signals/chromium.ts';
import { Client } from 'pg';
import { Colleague } from '../e2e/people/colleague.ts';
import { bundle } from '../e2e/world/bundle.ts';
import type { Sidetone } from '../e2e/world/sidetone.ts';
import type { SignIn } from '../e2e/world/sign-in.ts';
import { tone } from '../e2e/world/tones.ts';
import type { Figure } from './figures.ts';
import type { BareList, BareRow } from './pages/bare-list.ts';

const rounds = Math.max(3, Math.round(Number(process.env['BENCH_ROUNDS'] ?? 20) / 4));
const events = 100_000;
/** Calls that are written at once. */
const batch = 5_000;
/** Each frame scrolls by so many px: first as someone reads on, then as someone looks for a day long ago. */
const paces = [
  { frames: 600, px: 60 },
  { frames: 300, px: 200 },
] as const;

interface Frames {
  readonly all: number;
  readonly slow: number;
  readonly stuck: number;
}

/**
 * Scrolling through an inbox of 100,000 events, which come from the server as they are scrolled to, beside a bare page of
 * TanStack Virtual that has the same rows in memory; then how far the view moves while calls come in at the top.
 */
export async function measureInboxScroll(sidetone: Sidetone, people: readonly SignIn[]): Promise<Figure[]> {
  const [anna] = people;
  if (!anna) throw new Error('The demo company lacks people');
  const db = new Client({ connectionString: (await sidetone.cli('database-url')).trim() });
  await db.connect();
  const channelId = await fillInbox(db, anna);
  const rows = await rowsOf(db, channelId);
  const frames: Record<'ours' | 'rival', Frames[]> = { ours: [], rival: [] };
  const moved: number[] = [];
  const script = await bundle(new URL('./pages/bare-list.ts', import.meta.url));
  for (let round = 0; round < rounds; round += 1) {
    const colleague = await Colleague.signIn(anna, {
      ownBrowser: 'whole',
      origin: sidetone.origin,
      microphone: tone(440),
      listens: false,
      locale: 'en-US',
    });
    try {
      await colleague.showsAllCalls();
      await colleague.inbox.getByRole('listitem').nth(5).waitFor();
      frames.ours.push(await scrollThrough(colleague.page, '[data-testid=call-list]'));
      moved.push(await movedByArrivals(db, colleague.page, channelId, round));
    } finally {
      await colleague.leaves();
    }
    const browser = await chromium.launch({ executablePath: chromiumPath, args: [...quietFlags] });
    try {
      // As large as the list is in our page.
      const page = await browser.newPage({ viewport: { width: 1176, height: 773 } });
      await page.addScriptTag({ content: script });
      await page.evaluate((given) => (window as unknown as { bareList: BareList }).bareList.show(given), rows);
      await page.locator('[data-call]').nth(5).waitFor();
      frames.rival.push(await scrollThrough(page, '#list'));
    } finally {
      await browser.close();
    }
  }
  await db.end();
  const name = 'bare TanStack Virtual page';
  const figure = (what: string, unit: string, of: (frames: Frames) => number): Figure => ({
    what,
    unit,
    ours: frames.ours.map(of),
    rival: { name, values: frames.rival.map(of) },
  });
  return [
    figure('Scrolling 100,000 events: frames over 16.7 ms', '%', ({ slow, all }) => (100 * slow) / all),
    figure('Scrolling 100,000 events: frames over 100 ms', 'frames', ({ stuck }) => stuck),
    { what: 'Ten calls come in at the top: the view moves by', unit: 'px', ours: moved, rival: undefined },
  ];
}

/** Puts 100,000 ended calls of two years into someone's private inbox. */
async function fillInbox(db: Client, { email }: SignIn): Promise<string> {
  const {
    rows: [found],
  } = await db.query<{ id: string }>(
    'select c.id from channels c join users u on u.id = c.owner_user_id where u.email = $1',
    [email],
  );
  if (!found) throw new Error('There is no private inbox to fill');
  for (let from = 1; from <= events; from += batch) {
    await db.query(
      `insert into inbox_events (id, account_id, channel_id, session_id, owner, unresolved, direction, state,
         remote_phone_number, started_at, established_at, terminated_at, terminated_reason, documentation)
       select 'pbx-bench-' || n, account_id, id, 'bench ' || n, owner_user_id, n % 7 = 0,
         case when n % 3 = 0 then 'OUTGOING' else 'INCOMING' end, case when n % 7 = 0 then 'MISSED' else 'FINISHED' end,
         '+4930' || (1000000 + n % 997), at, case when n % 7 = 0 then null else at + interval '9 s' end,
         at + interval '5 min', case when n % 7 = 0 then 'CANCELLED' else 'HANGUP' end,
         jsonb_build_object('callHeadline', jsonb_build_object('status', 'success', 'text',
           'Delivery ' || n || ' moved to Friday, 7:00 AM slot, plates to be sent'))
       from channels,
         lateral (select n, now() - n * interval '10 min' as at from generate_series($2::int, $3::int) as n) as calls
       where id = $1`,
      [found.id, from, from + batch - 1],
    );
    await db.query('analyze inbox_events, call_groups');
  }
  return found.id;
}

/** The rows of the list as the bare page draws them: of each group the newest call. */
async function rowsOf(db: Client, channelId: string): Promise<BareRow[]> {
  const { rows } = await db.query<BareRow>(
    `select e.id, g.day::text as day, e.remote_phone_number as name, null as beside,
       coalesce(e.documentation #>> '{callHeadline,text}', e.terminated_reason, '') as summary,
       to_char(e.started_at, 'HH:MI AM') as time, '5:00' as duration
     from call_groups g join inbox_events e on e.channel_id = g.channel_id and e.id = g.newest_id
     where g.channel_id = $1 order by e.started_at desc, e.id`,
    [channelId],
  );
  return rows;
}

/** Scrolls by a step in each frame, and says how long the frames took. */
function scrollThrough(page: Page, list: string): Promise<Frames> {
  return page.evaluate(
    async ({ list, paces }) => {
      const element = document.querySelector(list);
      if (!element) throw new Error(`The page has no ${list}`);
      const frame = () => new Promise<number>((resolve) => requestAnimationFrame(resolve));
      const counted = { all: 0, slow: 0, stuck: 0 };
      let before = await frame();
      for (const { frames, px } of paces) {
        for (let n = 0; n < frames; n += 1) {
          element.scrollTop += px;
          const now = await frame();
          counted.all += 1;
          // A frame of 60 Hz takes 16.67 ms, and its time is given in tenths.
          if (now - before > 16.75) counted.slow += 1;
          if (now - before > 100) counted.stuck += 1;
          before = now;
        }
      }
      return counted;
    },
    { list, paces },
  );
}

/** Ten calls come in while the list is scrolled far down: the most that any row in view moves in any frame, in px. */
async function movedByArrivals(db: Client, page: Page, channelId: string, round: number): Promise<number> {
  const watching = page.evaluate(async () => {
    const list = document.querySelector('[data-testid=call-list]') as HTMLElement;
    const frame = () => new Promise<number>((resolve) => requestAnimationFrame(resolve));
    const places = () =>
      new Map(
        [...list.querySelectorAll<HTMLElement>('[data-call]')]
          .map((row) => [row.dataset['call'], row.getBoundingClientRect().top] as const)
          .filter(([, top]) => top > 150 && top < innerHeight - 50),
      );
    // What was asked for while it scrolled has come once nothing has changed for a while.
    let first = places();
    for (let quiet = 0; quiet < 60; quiet += 1) {
      await frame();
      const now = places();
      if ([...now].some(([id, top]) => first.get(id) !== top)) quiet = 0;
      first = now;
    }
    const heightBefore = list.scrollHeight;
    (window as unknown as { ready: boolean }).ready = true;
    let most = 0;
    let arrivedFor = 0;
    for (const until = performance.now() + 30_000; performance.now() < until && arrivedFor < 60; ) {
      await frame();
      for (const [id, top] of places()) {
        const was = first.get(id);
        if (was !== undefined) most = Math.max(most, Math.abs(top - was));
      }
      if (list.scrollHeight >= heightBefore + 10 * 60) arrivedFor += 1;
    }
    if (arrivedFor === 0) throw new Error('The calls never came');
    return most;
  });
  await page.waitForFunction(() => (window as unknown as { ready?: boolean }).ready === true);
  for (let n = 0; n < 10; n += 1) {
    await db.query(
      `insert into inbox_events (id, account_id, channel_id, session_id, owner, unresolved, direction, state,
         remote_phone_number, started_at, terminated_at, terminated_reason)
       select 'pbx-arrives-' || $2, account_id, id, 'arrives ' || $2, owner_user_id, true, 'INCOMING', 'MISSED',
         '+49409' || (100000 + $3::int), now(), now(), 'CANCELLED' from channels where id = $1`,
      [channelId, `${round}-${n}`, round * 10 + n],
    );
  }
  return await watching;
}
