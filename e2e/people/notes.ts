import type { Locator, Page } from '@playwright/test';
import { expect } from '@playwright/test';
import type { Person } from '@sidetone/simulator/people/person.ts';
import type { Sidetone } from '../world/sidetone.ts';
import type { Colleague } from './colleague.ts';
import { goesTo } from './going.ts';

/** The channel that everyone in the demo company shares. */
const service = { number: '20', name: 'Service' };

/** A call in an inbox. */
export interface EndedCall {
  readonly channelId: string;
  readonly docId: string;
  /** Where its page is. */
  readonly address: string;
}

/** Calls the shared channel and hangs up before anyone answers: every member may write its note. */
export async function missesCall(caller: Person, rung: Colleague, sidetone: Sidetone): Promise<EndedCall> {
  const given = caller.calls(service.number).then(
    () => undefined,
    () => undefined,
  );
  await rung.dock.getByRole('button', { name: /^(accept|annehmen)/i }).waitFor();
  await caller.hangsUp();
  await given;
  return newestCall(sidetone, service.name);
}

/** Calls the shared channel and talks to the member who answers: only they may write its note. */
export async function talksTo(caller: Person, colleague: Colleague, sidetone: Sidetone): Promise<EndedCall> {
  const talks = caller.calls(service.number);
  await colleague.accepts();
  await talks;
  await caller.hangsUp();
  return newestCall(sidetone, service.name);
}

async function newestCall(sidetone: Sidetone, channel: string): Promise<EndedCall> {
  const find = () =>
    sidetone.query<{ id: string; channel_id: string; ended: boolean }>(
      `select e.id, e.channel_id, e.terminated_at is not null as ended from inbox_events e
         join channels c on c.id = e.channel_id where c.name = $1 order by e.started_at desc limit 1`,
      [channel],
    );
  await expect.poll(async () => (await find())[0]?.ended, { timeout: 40_000 }).toBe(true);
  const [{ id, channel_id: channelId } = { id: '', channel_id: '' }] = await find();
  return { channelId, docId: id, address: `/main/channels/${channelId}?call=${id}` };
}

/** The note of a call as the server has it; null where it has none. */
export async function noteOnServer(
  sidetone: Sidetone,
  { channelId, docId }: EndedCall,
): Promise<{ content: string; revision: number } | null> {
  const [row] = await sidetone.query<{ note: { content: string; revision: number } | null }>(
    `select documentation -> 'note' as note from inbox_events where channel_id = $1 and id = $2`,
    [channelId, docId],
  );
  return row?.note ?? null;
}

/** The note on a page. */
export class NoteOnPage {
  readonly page: Page;
  readonly whole: Locator;
  readonly field: Locator;
  /** How far it is saved, as it is told to those who do not see it. */
  readonly status: Locator;
  readonly conflict: Locator;

  constructor(page: Page) {
    this.page = page;
    this.whole = page.getByRole('region', { name: /^(note|notiz)$/i });
    this.field = this.whole.getByRole('textbox', { name: /^(note|notiz)$/i });
    this.status = this.whole.getByRole('status');
    this.conflict = this.whole.getByRole('group', { name: /two versions|zwei versionen/i });
  }

  /** Opens the page of a call with its note. */
  static async of(page: Page, call: EndedCall): Promise<NoteOnPage> {
    await goesTo(page, call.address);
    const note = new NoteOnPage(page);
    await expect(note.field).toBeVisible({ timeout: 20_000 });
    return note;
  }

  /** Writes at the end of the note. */
  async writes(text: string): Promise<void> {
    await this.field.click();
    await this.page.keyboard.press('Control+End');
    await this.page.keyboard.type(text);
  }

  async isSaved(): Promise<void> {
    // A server that was away is asked again after ten seconds.
    await expect(this.status).toContainText(/^(saved \d|saved online|gespeichert|online gespeichert)/i, {
      timeout: 30_000,
    });
  }

  async isSavedLocally(): Promise<void> {
    await expect(this.status).toContainText(/^(saved locally|lokal gespeichert)/i, { timeout: 30_000 });
  }

  async chooses(version: RegExp): Promise<void> {
    await this.conflict.getByRole('button', { name: version }).click();
  }
}
