import { Mic, MicOff } from 'lucide-react';
import type { ReactNode } from 'react';
import { useMicrophonePermission } from '#audio/permissions.ts';
import { useWords } from '#i18n/use-words.ts';
import { Button } from '#ui/Button.tsx';
import { Icon } from '#ui/Icon.tsx';
import { Spinner } from '#ui/Spinner.tsx';
import { FaqLink } from '../FaqLink.tsx';

interface MacMicrophoneProps {
  logo: ReactNode;
  onAsk: () => Promise<unknown>;
  isLeaving: boolean;
  onNext: () => void;
}

/**
 * Before the desktop program of a Mac asks for the microphone it says why: the system asks only once. Where the system
 * refused it, it says how to allow it nevertheless.
 */
export function MacMicrophone({ logo, onAsk, isLeaving, onNext }: MacMicrophoneProps) {
  const { t } = useWords();
  const permission = useMicrophonePermission();
  const isBlocked = permission === 'denied';
  return (
    <>
      {isBlocked ? <Blocked /> : <Why logo={logo} />}
      <div className="mt-7 flex flex-wrap items-center gap-2">
        {isBlocked ? null : <FaqLink to="faq">{t(($) => $.audio.setup.faq)}</FaqLink>}
        <span className="flex-1" />
        {permission === 'prompt' ? (
          <Button tone="primary" size="l" autoFocus onClick={() => void onAsk()}>
            <Icon of={Mic} />
            {t(($) => $.audio.setup.allowMicrophone)}
          </Button>
        ) : (
          // Users who refused it in the system would otherwise be stuck here.
          <Button size="l" disabled={isLeaving} onClick={onNext}>
            {isLeaving ? <Spinner /> : null}
            {t(($) => $.audio.setup.next)}
          </Button>
        )}
      </div>
    </>
  );
}

function Why({ logo }: { logo: ReactNode }) {
  const { t } = useWords();
  return (
    <>
      <h1 className="font-semi text-20">{t(($) => $.audio.setup.macTitle)}</h1>
      <p className="mt-1 text-pretty text-ink-2">{t(($) => $.audio.setup.macText)}</p>
      <div aria-hidden className="mt-5 grid place-items-center rounded-m bg-well py-7">
        <div className="w-[260px] max-w-full rounded-[14px] bg-overlay px-4 pt-5 pb-3.5 text-center shadow-e3">
          <span className="relative inline-grid size-13 place-items-center rounded-[24%] bg-well">
            {logo}
            <span className="absolute -right-1.5 -bottom-1 grid size-5.5 place-items-center rounded-full bg-ink text-ink-on-ink">
              <Icon of={Mic} size={12} />
            </span>
          </span>
          <p className="mt-3 font-semi">{t(($) => $.audio.setup.macPicture)}</p>
          <p className="mt-3.5 grid grid-cols-2 gap-2 font-med">
            <span className="rounded-s bg-well py-1.5">{t(($) => $.audio.setup.macRefuse)}</span>
            <span className="rounded-s bg-press py-1.5">{t(($) => $.audio.setup.macAllow)}</span>
          </p>
        </div>
      </div>
    </>
  );
}

function Blocked() {
  const { t } = useWords();
  return (
    <div role="alert" className="flex gap-3">
      <Icon of={MicOff} className="mt-1.5 text-missed" />
      <div className="min-w-0">
        <h1 className="font-semi text-20">{t(($) => $.audio.setup.macBlocked)}</h1>
        <p className="mt-1 text-pretty text-ink-2">{t(($) => $.audio.setup.macBlockedText)}</p>
        <p className="mt-3">
          <FaqLink to="faqPermissions">{t(($) => $.audio.setup.showHow)}</FaqLink>
        </p>
      </div>
    </div>
  );
}
