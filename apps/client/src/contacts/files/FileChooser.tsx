import { FileUp } from 'lucide-react';
import { type RefObject, useRef, useState } from 'react';
import { useWords } from '#i18n/use-words.ts';
import { Button } from '#ui/Button.tsx';
import { cn } from '#ui/cn.ts';
import { Icon } from '#ui/Icon.tsx';

interface FileChooserProps {
  ref: RefObject<HTMLButtonElement | null>;
  /** There was an import before. */
  again: boolean;
  onChoose: (files: readonly File[]) => void;
}

/** A place to drop a file on, and a button that asks for one. */
export function FileChooser({ ref, again, onChoose }: FileChooserProps) {
  const { t } = useWords();
  const field = useRef<HTMLInputElement>(null);
  const [isOver, setIsOver] = useState(false);
  const choose = () => field.current?.click();
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is for pointers, and the button in it does the same
    <div
      onDragOver={(event) => {
        event.preventDefault();
        setIsOver(true);
      }}
      onDragLeave={() => setIsOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setIsOver(false);
        onChoose([...event.dataTransfer.files]);
      }}
      className={cn(
        'flex flex-col items-center gap-2 rounded-m border border-dashed p-6 text-center',
        isOver ? 'border-accent bg-accent-tint' : 'border-line-control bg-well',
      )}
    >
      <Icon of={FileUp} size={20} className="text-ink-3" />
      <p className="font-med">{t(($) => $.contactFiles.drop)}</p>
      <Button ref={ref} tone={again ? 'default' : 'primary'} onClick={choose} aria-describedby="contact-file-kinds">
        {t(($) => (again ? $.contactFiles.chooseAnother : $.contactFiles.choose))}
      </Button>
      <p id="contact-file-kinds" className="text-12 text-ink-2">
        {t(($) => $.contactFiles.kinds)}
      </p>
      <input
        ref={field}
        type="file"
        hidden
        accept=".vcf,.vcard,.csv,.txt,text/vcard,text/x-vcard,text/csv"
        onChange={({ currentTarget }) => {
          onChoose([...(currentTarget.files ?? [])]);
          // Choosing the same file again counts as well.
          currentTarget.value = '';
        }}
      />
    </div>
  );
}
