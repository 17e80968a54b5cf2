import { routes } from '@sidetone/contract/http/routes.ts';
import type { Logger } from 'pino';
import { type Answer, answer } from '../../requests/answer.ts';
import { Fleeting } from '../../requests/download.ts';
import { Refusal } from '../../requests/refusal.ts';
import { ProviderFailure } from '../providers/failure.ts';
import type { AiServices } from '../services.ts';
import { hourlyTries } from './hourly-tries.ts';

interface SayParts {
  readonly services: Pick<AiServices, 'ground' | 'open'>;
  readonly log: Logger;
}

/** Somebody waits in front of the page. */
const mostMs = 90_000;
/** Each one costs the company something. */
const mostInAnHour = 60;

/** Texts that users have spoken before they keep them. Nothing of them is kept here, nor in a log. */
export function sayTextAnswers({ services: { ground, open }, log }: SayParts): Answer[] {
  const tries = hourlyTries(mostInAnHour);
  return [
    answer(routes.sayText, async ({ caller: { accountId, userId }, body }) => {
      const connection = await ground.connection(accountId, 'voice');
      if (connection === null) throw new Refusal('NO_VOICE_SERVICE', 'No service that speaks texts is connected.');
      const retryAfterSeconds = tries.take(userId, Date.now());
      if (retryAfterSeconds > 0) {
        throw new Refusal('TOO_MANY_ATTEMPTS', 'Enough texts were spoken for this hour.', { retryAfterSeconds });
      }
      const signal = AbortSignal.timeout(mostMs);
      try {
        return new Fleeting(Buffer.from(await open.voice(connection).say(body, signal)), 'application/octet-stream');
      } catch (error) {
        const isFailure = error instanceof ProviderFailure;
        if (!isFailure && !signal.aborted) throw error;
        const problem = isFailure ? error.problem : 'timedOut';
        // What passes by itself is nothing for an administrator.
        if (isFailure && error.kind === 'never') await ground.reportFailure(connection, problem);
        log.warn({ accountId, connectionId: connection.id, problem }, 'voice: a text was not spoken');
        const message = 'The service did not speak the text.';
        throw new Refusal('VOICE_FAILED', message, { problem: { type: problem } });
      }
    }),
  ];
}
