import type { AiGround, AnswerByModel, ChatByModel, DocumentByModel, OpenProviders } from './ports.ts';
import { ProviderFailure } from './providers/failure.ts';

/** What the documentation of calls asks others for. */
export interface AiServices {
  readonly ground: AiGround;
  readonly open: OpenProviders;
  readonly documentByModel: DocumentByModel;
  readonly answerByModel: AnswerByModel;
  readonly chatByModel: ChatByModel;
  /** Words that the account wants written as they are. */
  ownWords(accountId: string): Promise<readonly string[]>;
}

const nobody = (): never => {
  throw new ProviderFailure('never', 'unreachable');
};

/** No service is set up: nothing is captured, and no word is made of a sound. */
export const noServices: AiServices = {
  ground: {
    settings: () => Promise.resolve({ documentation: 'all', soundHours: 24, language: 'call', redacts: true }),
    connection: () => Promise.resolve(null),
    reportFailure: () => Promise.resolve(),
  },
  open: { speech: nobody, language: nobody, voice: nobody },
  documentByModel: nobody,
  answerByModel: nobody,
  chatByModel: nobody,
  ownWords: () => Promise.resolve([]),
};
