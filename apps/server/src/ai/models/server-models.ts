import type { AiModel, AiModelProblem } from '@sidetone/contract/entities/ai-model.ts';
import { aiModelProblem } from '@sidetone/contract/entities/ai-model.ts';
import { sql } from 'kysely';
import type { Logger } from 'pino';
import type { JobKind } from '../../jobs/job-kind.ts';
import type { Jobs } from '../../jobs/jobs.ts';
import { notFound, Refusal } from '../../requests/refusal.ts';
import type { Database } from '../../storage/database.ts';
import type { Writer } from '../../storage/writer.ts';
import type { ModelFetcher } from '../recognizer/fetch-model.ts';
import { bytesOf, isOffered, type RecognizerModel } from '../recognizer/models.ts';
import { type AskedBy, note } from '../setup/note.ts';

export interface ModelParts {
  readonly db: Database;
  readonly jobs: Jobs;
  readonly log: Logger;
  /** All that are known, the best first. */
  readonly models: readonly RecognizerModel[];
  readonly fetcher: ModelFetcher;
}

/** Brings a model to this server; the id is that of the model. Its files are here, so that no other server can. */
export const fetchModelKind: JobKind = {
  name: 'ai.fetchModel',
  here: true,
  // A server that is restarted goes on, and each restart is a try.
  tries: 50,
  withinMinutes: 720,
  pauseSeconds: 5,
  longestPauseSeconds: 600,
};

/** So often an address that does not answer is asked again. */
export const mostTries = 10;

/**
 * Asks for a model to be brought here, or to go on with it. Nothing happens where it is here or on its way. Throws `Refusal` FORBIDDEN
 * for those who do not run the server, NOT_FOUND for a model that is not offered.
 */
export async function askForModel(parts: ModelParts, by: AskedBy, id: string): Promise<void> {
  const { db, jobs, fetcher } = parts;
  const model = await offered(parts, by, id);
  if (await fetcher.isHere(model)) return;
  await db.transaction().execute(async (trx) => {
    const begun = await trx
      .insertInto('ai_models')
      .values({ id, state: 'waiting', problem: null, bytes_per_second: null, next_try_at: null })
      .onConflict((conflict) =>
        conflict
          .column('id')
          .doUpdateSet({ state: 'waiting', problem: null, tries: 0, next_try_at: null })
          // One that waits for its next try begins immediately.
          .where((row) =>
            row.or([row('ai_models.state', 'in', ['stopped', 'failed']), row('ai_models.next_try_at', 'is not', null)]),
          ),
      )
      .returning('id')
      .executeTakeFirst();
    if (!begun) return;
    await jobs.enqueue(trx, fetchModelKind, id);
    await note(trx, by, 'ai.modelAsked', id, { name: model.name });
  });
}

/** Stops the download of a model; what has come stays. Throws as `askForModel` does. */
export async function stopModel(parts: ModelParts, by: AskedBy, id: string): Promise<void> {
  const model = await offered(parts, by, id);
  await parts.db.transaction().execute(async (trx) => {
    const stopped = await trx
      .updateTable('ai_models')
      .set({ state: 'stopped', problem: null, bytes_per_second: null, next_try_at: null })
      .where('id', '=', id)
      .where('state', 'in', ['waiting', 'loading'])
      .returning('id')
      .executeTakeFirst();
    if (!stopped) return;
    await parts.jobs.cancel(trx, fetchModelKind, id);
    await note(trx, by, 'ai.modelStopped', id, { name: model.name });
  });
}

/** Deletes a model, or what has come of it; services that use it fail from then on. Throws as `askForModel` does. */
export async function removeModel(parts: ModelParts, by: AskedBy, id: string): Promise<void> {
  const model = await offered(parts, by, id);
  await parts.db.transaction().execute(async (trx) => {
    await trx.deleteFrom('ai_models').where('id', '=', id).execute();
    await parts.jobs.cancel(trx, fetchModelKind, id);
    await trx
      .updateTable('ai_connections')
      .set({ state: 'failing', problem: 'noModel', checked_at: sql<Date>`now()` })
      .where('kind', '=', 'local')
      .where('model', '=', id)
      .execute();
    await note(trx, by, 'ai.modelRemoved', id, { name: model.name });
  });
  await parts.fetcher.remove(model);
  await touch(parts.db, id);
}

/** Tells those who watch that files went: they are no rows. */
async function touch(db: Writer, id: string): Promise<void> {
  await sql`select pg_notify('changes',
    jsonb_build_object('table', 'ai_models', 'keys', jsonb_build_object('id', ${id}::text))::text)`.execute(db);
}

async function offered({ db, models }: ModelParts, { accountId }: AskedBy, id: string): Promise<RecognizerModel> {
  if (!(await runsServer(db, accountId))) {
    throw new Refusal('FORBIDDEN', 'Only administrators of the account that runs the server may do this.');
  }
  const model = models.find((one) => one.id === id && isOffered(one));
  if (!model) throw notFound('model');
  return model;
}

async function runsServer(db: Writer, accountId: string): Promise<boolean> {
  const row = await db.selectFrom('accounts').select('runs_server').where('id', '=', accountId).executeTakeFirst();
  return row?.runs_server ?? false;
}

/**
 * Models as the administrators of an account see them: those that are offered for who runs the server, those that are here for
 * everyone else. One whose sums nobody knows is shown to nobody.
 */
export async function readModels(
  { db, models, fetcher }: ModelParts,
  accountId: string,
): Promise<(AiModel & { rev: number })[]> {
  const isOurs = await runsServer(db, accountId);
  const rows = await db.selectFrom('ai_models').selectAll().execute();
  const shown = await Promise.all(
    models.filter(isOffered).map(async (model) => {
      const isHere = await fetcher.isHere(model);
      if (!isHere && !isOurs) return null;
      const { id, name, licence, megabytes } = model;
      const row = isHere ? undefined : rows.find((one) => one.id === id);
      const speed = row?.state === 'loading' ? row.bytes_per_second : null;
      return {
        id,
        name,
        licence,
        languages: [...model.languages],
        bytes: bytesOf(model),
        memoryMegabytes: megabytes,
        state: isHere ? ('here' as const) : (row?.state ?? ('none' as const)),
        ...(await fetcher.room(model)),
        bytesPerSecond: speed === null ? null : Number(speed),
        problem: problemOf(row?.problem ?? null),
        nextTryAt: row?.next_try_at?.toISOString() ?? null,
        tries: row?.tries ?? 0,
        mostTries,
        isOurs,
        rev: Number(row?.rev ?? 0),
      };
    }),
  );
  return shown.filter((one) => one !== null);
}

/** A code of a newer Sidetone is a failure here. */
const problemOf = (problem: string | null): AiModelProblem | null =>
  problem === null ? null : aiModelProblem.catch('failed').parse(problem);
