import { saidIn } from '@sidetone/contract/entities/spoken-text.ts';
import { routes } from '@sidetone/contract/http/routes.ts';
import type { Logger } from 'pino';
import { type Answer, answer } from '../../requests/answer.ts';
import { audit } from '../../requests/audit.ts';
import type { Caller } from '../../requests/callers.ts';
import { Download } from '../../requests/download.ts';
import { notFound } from '../../requests/refusal.ts';
import type { Database } from '../../storage/database.ts';
import { requireGreeter } from './access.ts';
import type { Greetings } from './greetings.ts';

interface GreetingParts {
  readonly db: Database;
  readonly greetings: Greetings;
  readonly log: Logger;
}

/** Keeps in the audit log who changed a greeting; a telephone has no address. */
export const greetingChanged = (
  db: Database,
  {
    accountId,
    userId: actorUserId,
    address,
  }: Pick<Caller, 'accountId' | 'userId'> & { readonly address: string | null },
  target: string,
  change: 'uploaded' | 'deleted',
): Promise<void> =>
  db
    .transaction()
    .execute((trx) =>
      audit(trx, { accountId, actorUserId, action: 'channel.greetingChanged', address, target, detail: { change } }),
    );

/** What callers hear before they leave a message. Who changed it is logged. */
export const greetingRoutes = ({ db, greetings, log }: GreetingParts): Answer[] => {
  const changed = async (caller: Caller, channelId: string, change: 'uploaded' | 'deleted', address: string) => {
    await greetingChanged(db, { ...caller, address }, channelId, change);
    log.info({ channelId, userId: caller.userId, change }, 'greeting changed');
  };
  return [
    answer(routes.greeting, async ({ caller, params: { channelId } }) => {
      await requireGreeter(db, caller, channelId, { change: false });
      const file = await greetings.fileOf(channelId);
      if (file === null) throw notFound('greeting');
      return new Download(file, 'audio/wav');
    }),

    answer(routes.greetingText, async ({ caller, params: { channelId } }) => {
      await requireGreeter(db, caller, channelId, { change: false });
      if ((await greetings.fileOf(channelId)) === null) throw notFound('greeting');
      return { said: await greetings.saidIn(channelId) };
    }),

    answer(routes.uploadGreeting, async ({ caller, params: { channelId }, query, body, address }) => {
      await requireGreeter(db, caller, channelId, { change: true });
      await greetings.keep(channelId, body, saidIn(query));
      await changed(caller, channelId, 'uploaded', address);
      return {};
    }),

    answer(routes.deleteGreeting, async ({ caller, params: { channelId }, address }) => {
      await requireGreeter(db, caller, channelId, { change: true });
      await greetings.remove(channelId);
      await changed(caller, channelId, 'deleted', address);
      return {};
    }),
  ];
};
