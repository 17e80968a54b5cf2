import { routes } from '@sidetone/contract/http/routes.ts';
import { requireMayChangeUserOf } from '../../requests/admin-rights.ts';
import { type Answer, answer } from '../../requests/answer.ts';
import { audit } from '../../requests/audit.ts';
import { notFound, Refusal } from '../../requests/refusal.ts';
import type { Database } from '../../storage/database.ts';
import { BadPicture, type CleanPicture, type PictureFault } from './bad-picture.ts';
import { cleanPicture } from './clean-picture.ts';
import { dropPicture, findPicture, keepPicture } from './user-pictures.ts';

/** Pictures of users: each sets their own, colleagues see it, administrators may remove it. */
export const userPictureRoutes = (db: Database): Answer[] => [
  answer(routes.uploadPicture, async ({ caller, body }) => ({
    avatarUrl: await keepPicture(db, caller, await checked(body)),
  })),

  answer(routes.removePicture, async ({ caller }) => {
    await db.transaction().execute((trx) => dropPicture(trx, caller.accountId, caller.userId));
    return { avatarUrl: null };
  }),

  answer(routes.picture, ({ caller, params }) => findPicture(db, caller, params)),

  answer(routes.removeUserPicture, async ({ caller: { accountId, userId: actorUserId }, params, address }) => {
    const { userId: target } = params;
    await db.transaction().execute(async (trx) => {
      await requireMayChangeUserOf(trx, { accountId, userId: actorUserId }, target);
      if (!(await dropPicture(trx, accountId, target))) throw notFound('user');
      const detail = { pictureRemoved: true };
      await audit(trx, { accountId, actorUserId, action: 'user.changed', target, detail, address });
    });
    return {};
  }),
];

const words: Readonly<Record<PictureFault, string>> = {
  otherKind: 'Only PNG, JPEG and WebP are pictures of users.',
  tooManyBytes: 'A picture has at most 1 MiB.',
  size: 'A picture is square and has 16 to 512 pixels at each side.',
  animated: 'A picture does not move.',
  malformed: 'The file is damaged.',
};

async function checked(body: unknown): Promise<CleanPicture> {
  try {
    return await cleanPicture(body as Buffer);
  } catch (error) {
    if (!(error instanceof BadPicture)) throw error;
    throw new Refusal('VALIDATION_FAILED', words[error.fault], {
      cause: error,
      issues: [{ path: 'picture', message: error.fault }],
    });
  }
}
