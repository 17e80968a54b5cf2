import { pictureRoutes } from '@sidetone/contract/http/picture-routes.ts';
import { isUserPicturePath } from '@sidetone/contract/rules/user-picture.ts';
import { useState } from 'react';
import { useWords } from '#i18n/use-words.ts';
import { codeOf } from '#live/line/api-error.ts';
import { fetchPicture } from '#live/line/fetch-file.ts';
import { call } from '#live/line/http.ts';
import { type UploadOptions, upload } from '#live/line/upload.ts';
import { toast } from '#ui/toasts.ts';

/** Sets and removes the user's own picture; the message about a removal offers to undo it. */
export function useOwnPicture(address: string | null) {
  const { t } = useWords();
  const [busy, setBusy] = useState(false);
  const failed = (error: unknown) =>
    toast({ tone: 'error', title: t(($) => $.profile.notDone), text: t(($) => $.errors[codeOf(error)]) });

  const send = (picture: Blob, options?: UploadOptions) => upload(pictureRoutes.uploadPicture, {}, picture, options);

  const remove = async () => {
    if (busy) return;
    setBusy(true);
    try {
      // Kept here until the message has gone: the server keeps nothing of it.
      const before = address !== null && isUserPicturePath(address) ? await fetchPicture(address) : null;
      await call(pictureRoutes.removePicture, {});
      const undo = before && { label: t(($) => $.app.undo), run: () => void send(before).catch(failed) };
      toast({ tone: 'ok', title: t(($) => $.profile.picture.removed), ...(undo && { action: undo }) });
    } catch (error) {
      failed(error);
    } finally {
      setBusy(false);
    }
  };
  return { send, remove, busy };
}
