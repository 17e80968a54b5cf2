import { sql } from 'kysely';
import type { Again, JobWorker } from '../../jobs/job-kind.ts';
import { FetchModelError } from '../recognizer/fetch-model.ts';
import { fetchModelKind, type ModelParts, mostTries } from './server-models.ts';

/** The page is told of progress this often. */
const tellEveryMs = 1_000;
/** Before an address that did not answer is asked again; each further pause is twice as long. */
const firstPauseSeconds = 30;
const longestPauseSeconds = 1_800;

/** Brings models here, and writes down how far they are. */
export function modelWorker(parts: ModelParts): JobWorker {
  /** The last that began for each model. One that was stopped may still write when somebody resumes it. */
  const last = new Map<string, Promise<unknown>>();
  return {
    async run(id, { signal }) {
      const before = last.get(id);
      const bringing = (async () => {
        await before?.catch(() => undefined);
        return await bring(parts, id, signal);
      })();
      last.set(id, bringing);
      try {
        return await bringing;
      } finally {
        if (last.get(id) === bringing) last.delete(id);
      }
    },
    gaveUp: (id) => fail(parts, id, 'failed'),
  };
}

/** Asks again for what was on its way: a backup has no jobs. */
export async function resumeModels({ db, jobs }: ModelParts): Promise<void> {
  const rows = await db.selectFrom('ai_models').select('id').where('state', 'in', ['waiting', 'loading']).execute();
  const ids = rows.map(({ id }) => id);
  const known = await jobs.among(db, fetchModelKind, ids);
  for (const id of ids) if (!known.has(id)) await jobs.enqueue(db, fetchModelKind, id);
}

async function bring(parts: ModelParts, id: string, signal: AbortSignal): Promise<Again | undefined> {
  const { db, log, models, fetcher } = parts;
  const model = models.find((one) => one.id === id);
  if (!(await begun(parts, id))) return undefined;
  if (!model) return await fail(parts, id, 'noSums');
  try {
    await fetcher.fetch(model, progress(parts, id), signal);
  } catch (error) {
    // The server stops, and goes on with it when it is back; or somebody stopped or removed it, and the row says so.
    if (signal.aborted) throw error;
    const code = error instanceof FetchModelError ? error.code : 'failed';
    if (code === 'failed') log.error({ err: error, model: id }, 'models: download failed');
    else log.warn({ model: id, code }, 'models: download failed');
    return code === 'unreachable' || code === 'busy' ? await later(parts, id) : await fail(parts, id, code);
  }
  await db.deleteFrom('ai_models').where('id', '=', id).execute();
  log.info({ model: id }, 'models: a model is here');
  return undefined;
}

/** False where nobody wants it any longer. */
async function begun({ db }: ModelParts, id: string): Promise<boolean> {
  const row = await db
    .updateTable('ai_models')
    .set({ state: 'loading', problem: null, bytes_per_second: null, next_try_at: null })
    .where('id', '=', id)
    .where('state', 'in', ['waiting', 'loading'])
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Writes the speed down now and then, which has the page read how much is there. */
function progress({ db, log }: ModelParts, id: string) {
  let last = { at: performance.now(), bytes: -1 };
  return ({ bytes }: { readonly bytes: number }) => {
    const at = performance.now();
    if (last.bytes < 0) last = { at, bytes };
    if (at - last.at < tellEveryMs) return;
    const speed = Math.max(0, Math.round(((bytes - last.bytes) * 1000) / (at - last.at)));
    last = { at, bytes };
    db.updateTable('ai_models')
      .set({ bytes_per_second: speed, tries: 0 })
      .where('id', '=', id)
      .where('state', '=', 'loading')
      .execute()
      .catch((error: unknown) => log.warn({ err: error }, 'models: progress is not written'));
  };
}

/** Tries again by itself, a few times. */
async function later(parts: ModelParts, id: string): Promise<Again | undefined> {
  const row = await parts.db
    .updateTable('ai_models')
    .set({ tries: sql<number>`tries + 1`, bytes_per_second: null })
    .where('id', '=', id)
    .where('state', '=', 'loading')
    .returning('tries')
    .executeTakeFirst();
  if (!row) return undefined;
  if (row.tries >= mostTries) return await fail(parts, id, 'unreachable');
  const againAfterSeconds = Math.min(longestPauseSeconds, firstPauseSeconds * 2 ** (row.tries - 1));
  await parts.db
    .updateTable('ai_models')
    .set({
      state: 'waiting',
      problem: 'unreachable',
      next_try_at: sql<Date>`now() + make_interval(secs => ${againAfterSeconds})`,
    })
    .where('id', '=', id)
    .where('state', '=', 'loading')
    .execute();
  return { againAfterSeconds };
}

async function fail({ db }: ModelParts, id: string, problem: string): Promise<undefined> {
  await db
    .updateTable('ai_models')
    .set({ state: 'failed', problem, bytes_per_second: null, next_try_at: null })
    .where('id', '=', id)
    .where('state', 'in', ['waiting', 'loading'])
    .execute();
  return undefined;
}
