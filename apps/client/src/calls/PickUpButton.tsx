import { pickUpNumber } from '@sidetone/contract/rules/numbers/feature-codes.ts';
import { PhoneIncoming } from 'lucide-react';
import { useWords } from '#i18n/use-words.ts';
import { Button } from '#ui/Button.tsx';
import { Icon } from '#ui/Icon.tsx';
import { dial, useCallsView } from './calls.ts';
import { strangerCalled } from './conductor/stranger.ts';

interface PickUpButtonProps {
  extension: string;
  /** Whom the call rings: until it is taken, who calls is not known here. */
  name: string;
  size: 's' | 'm';
}

/** Takes the call that rings a colleague, as the star code does at a desk phone: it goes on in this app. */
export function PickUpButton({ extension, name, size }: PickUpButtonProps) {
  const { t } = useWords();
  // Nobody takes a call during another one.
  const isBusy = useCallsView().calls.length > 0;
  return (
    <Button
      size={size}
      disabled={isBusy}
      aria-label={t(($) => $.pickUp.named, { name })}
      title={isBusy ? t(($) => $.pickUp.busy) : undefined}
      onClick={(event) => {
        // The row around it opens something else.
        event.stopPropagation();
        void dial({ number: pickUpNumber(extension), channelId: null, remote: strangerCalled(name) });
      }}
    >
      <Icon of={PhoneIncoming} size={14} />
      {t(($) => $.pickUp.button)}
    </Button>
  );
}
