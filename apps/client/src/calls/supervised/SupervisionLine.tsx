import type { OngoingCall } from '@sidetone/contract/entities/ongoing-call.ts';
import { Headphones } from 'lucide-react';
import { useEffect, useState } from 'react';
import { addSupervisionWords } from '#i18n/supervision-words.ts';
import { useWords } from '#i18n/use-words.ts';
import { Icon } from '#ui/Icon.tsx';
import { SupervisionModes } from '../SupervisionModes.tsx';

addSupervisionWords();

/** Says who listens to the call; in the call of a supervisor, how they are in the one that they listen to. */
export function SupervisionLine({ call: { supervision } }: { call: OngoingCall }) {
  if (!supervision) return null;
  return (
    <div className="flex min-h-7 items-center gap-2 border-line border-t px-3 py-1 font-med text-12 text-ink-2">
      <Icon of={Headphones} size={14} className="flex-none text-ink-3" />
      {supervision.role === 'supervisor' ? (
        <SupervisionModes supervision={supervision} />
      ) : (
        <Listens supervision={supervision} />
      )}
    </div>
  );
}

function Listens({ supervision: { name, mode, state } }: { supervision: NonNullable<OngoingCall['supervision']> }) {
  const { t } = useWords();
  const text = t(($) => $.supervision[state === 'active' ? mode : state], { name });
  // What comes with its place is not read out; what comes into it later is.
  const [said, setSaid] = useState('');
  useEffect(() => setSaid(text), [text]);
  return (
    <>
      <span className="min-w-0 flex-1">{text}</span>
      <span role="status" className="sr-only">
        {said}
      </span>
    </>
  );
}
