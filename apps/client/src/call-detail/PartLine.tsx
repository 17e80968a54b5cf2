import type { PartReason, PartStatus } from '@sidetone/contract/entities/documentation.ts';
import { CircleAlert } from 'lucide-react';
import { Icon } from '#ui/Icon.tsx';
import { Spinner } from '#ui/Spinner.tsx';

interface PartLineProps {
  status: Exclude<PartStatus, 'success'>;
  words: { coming: string; failed: string; off: string };
}

/** In place of a part of the documentation that is still to come, or will not come. */
export function PartLine({ status, words }: PartLineProps) {
  switch (status) {
    case 'waiting':
    case 'loading':
      return (
        <p role="status" className="flex items-center gap-2 text-ink-3">
          <Spinner />
          {words.coming}
        </p>
      );
    case 'error':
      return (
        <p className="flex items-center gap-2 text-ink-2">
          <Icon of={CircleAlert} className="text-missed" />
          {words.failed}
        </p>
      );
    case 'disabled':
      return <p className="text-ink-3">{words.off}</p>;
  }
}

/** Whether a part is still being made. */
export function isComing(status: PartStatus): boolean {
  return status === 'waiting' || status === 'loading';
}

/** Whether the page says above why this part is missing, so that nothing stands in its place. */
export function isExplained({
  status,
  reason,
}: {
  status: PartStatus;
  reason?: PartReason | null | undefined;
}): boolean {
  return (status === 'disabled' || status === 'error') && reason !== undefined && reason !== null;
}
