import { join } from 'node:path';
import { aiGround } from './ai/ground.ts';
import { documentByModel } from './ai/model/document-by-model.ts';
import { openProviders } from './ai/providers/open-providers.ts';
import { localSpeech } from './ai/recognizer/local-speech.ts';
import type { AiServices } from './ai/services.ts';
import { enabledWords } from './ai/words/word-list.ts';
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
}

/** The services that accounts set up, and the recogniser on this server. Nothing is opened before the first request. */
export function openAiServices({ db, box, dataDir, privateHosts: named }: AiServicesParts): {
  readonly services: AiServices;
  close(): void;
} {
  const reach = openReach(privateHosts(named));
  const local = localSpeech(join(dataDir, 'models'));
  const services: AiServices = {
    ground: aiGround({ db, box }),
    open: openProviders({ reach, local: (connection) => local.speech(connection) }),
    documentByModel,
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
