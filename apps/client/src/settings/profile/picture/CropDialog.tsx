import { useEffect, useRef, useState } from 'react';
import { useWords } from '#i18n/use-words.ts';
import { codeOf } from '#live/line/api-error.ts';
import type { UploadOptions } from '#live/line/upload.ts';
import { Button } from '#ui/Button.tsx';
import { Dialog } from '#ui/Dialog.tsx';
import { toast } from '#ui/toasts.ts';
import { CropView } from './CropView.tsx';
import { mostZoomOf, wholeCrop, within } from './crop.ts';
import { cutOut } from './picture-file.ts';

interface CropDialogProps {
  picture: ImageBitmap;
  send: (file: Blob, options: UploadOptions) => Promise<unknown>;
  onClose: () => void;
}

/** Chooses the part of a picture that colleagues see, and sends it. Closing it gives up a file that is being sent. */
export function CropDialog({ picture, send, onClose }: CropDialogProps) {
  const { t } = useWords();
  const [crop, setCrop] = useState(() => wholeCrop(picture));
  /** The share of the file that was sent; null while none is being sent. */
  const [sent, setSent] = useState<number | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const most = mostZoomOf(picture);
  const sending = useRef<AbortController | null>(null);
  useEffect(() => () => sending.current?.abort(), []);

  const save = async () => {
    setProblem(null);
    setSent(0);
    const attempt = new AbortController();
    sending.current = attempt;
    try {
      await send(await cutOut(picture, crop), { onProgress: setSent, signal: attempt.signal });
      toast({ tone: 'ok', title: t(($) => $.profile.picture.saved) });
      if (!attempt.signal.aborted) onClose();
    } catch (error) {
      if (attempt.signal.aborted) return;
      setProblem(t(($) => $.errors[codeOf(error)]));
      setSent(null);
    }
  };

  return (
    <Dialog
      open
      title={t(($) => $.profile.picture.cropTitle)}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t(($) => $.profile.picture.cancel)}</Button>
          <Button tone="primary" disabled={sent !== null} onClick={() => void save()}>
            {t(($) => (sent === null ? $.profile.picture.save : $.profile.picture.saving))}
          </Button>
        </>
      }
    >
      <div className="grid gap-4 px-6 pt-4">
        <CropView picture={picture} crop={crop} onChange={setCrop} />
        <label className="flex items-center gap-3">
          <span className="flex-none font-med text-12 text-ink-2">{t(($) => $.profile.picture.zoom)}</span>
          <input
            type="range"
            min={1}
            max={most}
            step={0.05}
            value={crop.zoom}
            disabled={most === 1}
            aria-valuetext={t(($) => $.profile.picture.zoomed, { percent: Math.round(crop.zoom * 100) })}
            onChange={(event) => setCrop(within(picture, { ...crop, zoom: event.currentTarget.valueAsNumber }))}
            className="h-1 min-w-0 flex-1 accent-accent-fill"
          />
        </label>
        {sent === null ? null : (
          <progress
            value={sent}
            aria-label={t(($) => $.profile.picture.progress)}
            className="h-1 w-full accent-accent-fill"
          />
        )}
        {problem === null ? null : (
          <p role="alert" className="text-12 text-missed">
            {problem}
          </p>
        )}
      </div>
    </Dialog>
  );
}
