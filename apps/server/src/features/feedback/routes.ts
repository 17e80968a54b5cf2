import { Readable } from 'node:stream';
import { apiBase } from '@sidetone/contract/http/route.ts';
import { routes } from '@sidetone/contract/http/routes.ts';
import type { Logger } from 'pino';
import { type Answer, answer } from '../../requests/answer.ts';
import { Download } from '../../requests/download.ts';
import { Refusal } from '../../requests/refusal.ts';
import type { Database } from '../../storage/database.ts';
import { storableText } from '../../storage/json-text.ts';
import type { AssetFiles } from './asset-files.ts';
import { userAssets } from './assets.ts';
import { sendCallFeedback } from './send-call-feedback.ts';
import { sendFeedback } from './send-feedback.ts';

interface RoutesParts {
  readonly db: Database;
  readonly files: AssetFiles;
  readonly log: Logger;
}

/** Everyone's own feedback. Only its author and the administrators of the account ever see the files of one. */
export function feedbackRoutes({ db, files, log }: RoutesParts): Answer[] {
  const assets = userAssets({ db, files });
  return [
    answer(routes.uploadAsset, async ({ caller, query, body, origin }) => {
      if (!(body instanceof Readable)) throw new Refusal('VALIDATION_FAILED', 'A file is needed.');
      const fileName = storableText(query.fileName);
      const kept = await assets.upload(caller, { kind: query.kind, fileName, bytes: body });
      return { ...kept, url: `${origin}${apiBase}${routes.asset.path.replace('{assetId}', kept.id)}` };
    }),
    answer(routes.asset, async ({ caller, params }) => {
      const { path, contentType } = await assets.find(caller, params.assetId);
      return new Download(path, contentType);
    }),
    answer(routes.sendFeedback, async ({ caller, body }) => {
      const { id } = await sendFeedback(db, caller, body);
      log.info({ feedbackId: id, userId: caller.userId, images: body.imageUrls.length }, 'feedback: received');
      return { id };
    }),
    answer(routes.sendCallFeedback, async ({ caller, body }) => {
      await sendCallFeedback(db, caller, body);
      return {};
    }),
  ];
}
