import { aiGround } from './ai/ground.ts';
import { answerByModel } from './ai/model/answer-by-model.ts';
import { chatByModel } from './ai/model/chat-by-model.ts';
import { documentByModel } from './ai/model/document-by-model.ts';
import { modelsFolder } from './ai/models/feature.ts';
import { openProviders } from './ai/providers/open-providers.ts';
import { localSpeech } from './ai/recognizer/local-speech.ts';
import { ModelListError, modelsOf } from './ai/recognizer/model-list.ts';
import type { AiServices } from './ai/services.ts';
import { enabledWords } from './ai/words/word-list.ts';
import { ConfigError } from './config-values.ts';
import { privateHosts } from './network/private-hosts.ts';
import { openReach } from './reach/reach.ts';
import type { Database } from './storage/database.ts';
import type { SecretBox } from './storage/secret-box.ts';

interface AiServicesParts {
  readonly db: Database;
  readonly box: SecretBox;
  readonly dataDir: string;
  /** Hosts of the server's own network that may be asked, see AI_PRIVATE_HOSTS. */
  readonly privateHosts: readonly string[];
  /** The operator's own list of models, see MODEL_LIST. */
  readonly modelList: string | null;
}

/**
 * The services that accounts set up, and the recogniser on this server. Nothing is opened before the first request. Throws
 * `ConfigError` for a list of models that cannot be used.
 */
export function openAiServices({ db, box, dataDir, privateHosts: named, modelList }: AiServicesParts): {
  readonly services: AiServices;
  close(): void;
} {
  const reach = openReach(privateHosts(named));
  const local = localSpeech(modelsFolder(dataDir), modelsIn(modelList));
  const services: AiServices = {
    ground: aiGround({ db, box }),
    open: openProviders({ reach, local: (connection) => local.speech(connection) }),
    documentByModel,
    answerByModel,
    chatByModel,
    ownWords: (accountId) => enabledWords(db, accountId),
  };
  return {
    services,
    close() {
      local.close();
      reach.close();
    },
  };
}

function modelsIn(listFile: string | null) {
  try {
    return modelsOf(listFile);
  } catch (error) {
    if (error instanceof ModelListError) throw new ConfigError(`MODEL_LIST ${error.message}`);
    throw error;
  }
}
