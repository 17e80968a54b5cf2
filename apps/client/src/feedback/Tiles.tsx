import { feedbackMaxImageBytes, feedbackMaxImages } from '@sidetone/contract/rules/limits.ts';
import { Image, Plus, X } from 'lucide-react';
import { useRef } from 'react';
import { useWords } from '#i18n/use-words.ts';
import { Icon } from '#ui/Icon.tsx';
import { joinedKeys } from '#ui/printed-keys.ts';
import { Spinner } from '#ui/Spinner.tsx';
import type { Picture } from './draft.ts';
import { bytesOf } from './form.ts';
import { inMegabytes } from './megabytes.ts';

interface TilesProps {
  pictures: readonly Picture[];
  busy: boolean;
  onAdd: (files: readonly File[]) => void;
  onRemove: (id: string) => void;
}

const tile = 'relative grid h-[66px] w-[92px] flex-none place-items-center rounded-m border';

/** The pictures of a feedback, and a button to add one. */
export function Tiles({ pictures, busy, onAdd, onRemove }: TilesProps) {
  const { t, language } = useWords();
  const chooser = useRef<HTMLInputElement>(null);
  const adder = useRef<HTMLButtonElement>(null);
  const size = bytesOf(pictures.map(({ file }) => file));
  const counted = {
    count: pictures.length,
    most: feedbackMaxImages,
    size: inMegabytes(size, language),
    mostSize: inMegabytes(feedbackMaxImageBytes, language),
  };
  return (
    <section aria-label={t(($) => $.feedback.pictures)}>
      <div className="mb-1.5 flex items-baseline gap-1.5 text-12">
        <h2 className="font-med text-ink-2">{t(($) => $.feedback.pictures)}</h2>
        <span className="text-ink-3">{t(($) => $.feedback.optional)}</span>
        <span className="flex-1" />
        <span className="text-ink-3 tabular-nums">{t(($) => $.feedback.counted, counted)}</span>
      </div>
      <div className="flex flex-wrap items-center gap-2">
        {pictures.length === 0 ? null : (
          <ul className="contents">
            {pictures.map(({ id, file, loading, dataURL }) => (
              <li key={id} className={`${tile} border-line-strong bg-well`}>
                {loading ? (
                  <Spinner />
                ) : dataURL === null ? (
                  <Icon of={Image} size={18} className="text-ink-3" />
                ) : (
                  <img src={dataURL} alt={file.name} className="size-full rounded-m object-cover" />
                )}
                <button
                  type="button"
                  disabled={busy}
                  aria-label={t(($) => $.feedback.remove, { name: file.name })}
                  onClick={() => {
                    adder.current?.focus();
                    onRemove(id);
                  }}
                  className="absolute top-1 right-1 grid size-6 place-items-center rounded-full bg-ink text-ink-on-ink hover:opacity-80 disabled:opacity-45"
                >
                  <Icon of={X} size={12} />
                </button>
              </li>
            ))}
          </ul>
        )}
        <button
          ref={adder}
          type="button"
          disabled={busy}
          aria-label={t(($) => $.feedback.add)}
          onClick={() => chooser.current?.click()}
          className={`${tile} border-line-control border-dashed hover:bg-hover disabled:opacity-45`}
        >
          <Icon of={Plus} size={18} />
        </button>
        <input
          ref={chooser}
          type="file"
          multiple
          accept="image/png,image/jpeg"
          tabIndex={-1}
          aria-hidden
          className="sr-only"
          onChange={(event) => {
            onAdd([...(event.target.files ?? [])]);
            // The same file can be chosen again.
            event.target.value = '';
          }}
        />
        <span className="max-w-40 text-12 text-ink-3">
          {t(($) => $.feedback.pasteOrDrop, { keys: joinedKeys('Mod+V') })}
        </span>
      </div>
    </section>
  );
}
