import { userPictureTypes } from '@sidetone/contract/rules/user-picture.ts';
import { type DragEvent, useRef, useState } from 'react';
import { useWords } from '#i18n/use-words.ts';
import { Button } from '#ui/Button.tsx';
import { cn } from '#ui/cn.ts';
import { SettingGroup, SettingLine } from '../../SettingGroup.tsx';
import { CropDialog } from './CropDialog.tsx';
import { type FileProblem, openPicture } from './picture-file.ts';
import { useOwnPicture } from './use-own-picture.ts';

/** The user's own picture: a file is chosen or dropped here, then cut to a square. */
export function OwnPicture({ address }: { address: string | null }) {
  const { t } = useWords();
  const { send, remove, busy } = useOwnPicture(address);
  const field = useRef<HTMLInputElement>(null);
  const chooser = useRef<HTMLButtonElement>(null);
  const [opened, setOpened] = useState<ImageBitmap | null>(null);
  const [problem, setProblem] = useState<FileProblem | null>(null);
  const [isOver, setIsOver] = useState(false);

  /** Of two files that are chosen one soon after the other, the later counts, even if it is read first. */
  const chosen = useRef<File | null>(null);

  const open = async (file: File | undefined) => {
    if (!file) return;
    chosen.current = file;
    const found = await openPicture(file);
    if (chosen.current !== file) return;
    setProblem(typeof found === 'string' ? found : null);
    if (typeof found !== 'string') setOpened(found);
  };
  const close = () => {
    opened?.close();
    setOpened(null);
  };
  const removed = async () => {
    await remove();
    // The button that was pressed goes with the picture.
    chooser.current?.focus();
  };
  const onDrop = (event: DragEvent) => {
    event.preventDefault();
    setIsOver(false);
    void open(event.dataTransfer.files[0]);
  };

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is for pointers, and the button in it does the same
    <div
      onDragOver={(event) => {
        event.preventDefault();
        setIsOver(true);
      }}
      onDragLeave={() => setIsOver(false)}
      onDrop={onDrop}
      className={cn('rounded-m', isOver && 'outline-2 outline-accent outline-dashed outline-offset-2')}
    >
      <SettingGroup>
        <SettingLine label={t(($) => $.profile.picture.title)} help={t(($) => $.profile.picture.text)}>
          <span className="flex flex-wrap gap-2">
            <Button ref={chooser} onClick={() => field.current?.click()}>
              {t(($) => (address === null ? $.profile.picture.choose : $.profile.picture.change))}
            </Button>
            {address === null ? null : (
              <Button tone="danger" aria-disabled={busy} onClick={() => void removed()}>
                {t(($) => $.profile.picture.remove)}
              </Button>
            )}
          </span>
        </SettingLine>
        {problem === null ? null : (
          <p role="alert" className="pb-3 text-12 text-missed">
            {t(($) => $.profile.picture.problems[problem])}
          </p>
        )}
      </SettingGroup>
      <input
        ref={field}
        type="file"
        hidden
        aria-label={t(($) => $.profile.picture.title)}
        accept={userPictureTypes.join(',')}
        onChange={({ currentTarget }) => {
          void open(currentTarget.files?.[0]);
          // The same file chosen again is a choice as well.
          currentTarget.value = '';
        }}
      />
      {opened === null ? null : <CropDialog picture={opened} send={send} onClose={close} />}
    </div>
  );
}
