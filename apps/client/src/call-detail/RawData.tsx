import type { InboxRow } from '@sidetone/contract/documents/phone-queries.ts';
import { Copy } from 'lucide-react';
import { useWords } from '#i18n/use-words.ts';
import { copyToClipboard } from '#ui/clipboard.ts';
import { IconButton } from '#ui/IconButton.tsx';
import { toast } from '#ui/toasts.ts';
import { Scroller } from './Scroller.tsx';
import { ViewHead } from './ViewHead.tsx';

interface RawDataProps {
  row: InboxRow;
  onBack: () => void;
  onClose: () => void;
}

/** The event as the server sends it to its reader, to look for faults (test accounts). */
export function RawData({ row, onBack, onClose }: RawDataProps) {
  const { t } = useWords();
  const text = JSON.stringify(row, null, 2);
  const copy = async () => {
    try {
      await copyToClipboard(text);
      toast({ tone: 'ok', title: t(($) => $.callDetail.data.copied) });
    } catch {
      toast({ tone: 'error', title: t(($) => $.callDetail.head.notCopied) });
    }
  };
  const title = t(($) => $.callDetail.data.title);
  return (
    <>
      <ViewHead
        title={title}
        onBack={onBack}
        onClose={onClose}
        end={<IconButton icon={Copy} label={t(($) => $.callDetail.data.copy)} onClick={() => void copy()} />}
      />
      <Scroller label={title}>
        <pre className="whitespace-pre-wrap break-words font-sans text-12 text-ink-2">{text}</pre>
      </Scroller>
    </>
  );
}
