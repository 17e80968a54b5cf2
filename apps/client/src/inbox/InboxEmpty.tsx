import { Phone } from 'lucide-react';
import type { ReactNode } from 'react';
import { useWords } from '#i18n/use-words.ts';
import { useMe } from '#live/queries/me.ts';
import { Button } from '#ui/Button.tsx';
import { Empty } from '#ui/Empty.tsx';
import { Icon } from '#ui/Icon.tsx';
import { Kbd } from '#ui/Kbd.tsx';
import { AllDoneDrawing, EchoDrawing, SilentLineDrawing } from './drawings.tsx';
import type { InboxTab } from './use-calls.ts';

interface NothingUnresolvedProps {
  channel: string;
  onShowAll: () => void;
  /** Other things to do. */
  children?: ReactNode;
}

/** Every call is resolved. */
export function NothingUnresolved({ channel, onShowAll, children }: NothingUnresolvedProps) {
  const { t } = useWords();
  return (
    <Middle>
      <Empty
        drawing={<AllDoneDrawing />}
        title={t(($) => $.inbox.emptyUnresolved.title)}
        text={t(($) => $.inbox.emptyUnresolved.text, { channel })}
        action={
          <Button size="s" onClick={onShowAll}>
            {t(($) => $.inbox.showAll)}
          </Button>
        }
      />
      {children}
    </Middle>
  );
}

/** No call passes the filter. */
export function NothingFound({ channel, tab, onClear }: { channel: string; tab: InboxTab; onClear: () => void }) {
  const { t } = useWords();
  return (
    <Middle>
      <div role="status">
        <Empty
          drawing={<SilentLineDrawing />}
          title={t(($) => $.inbox.filter.nothing)}
          text={t(($) => (tab === 'all' ? $.inbox.filter.nothingText : $.inbox.filter.nothingUnresolvedText), {
            channel,
          })}
          action={
            <Button size="s" onClick={onClear}>
              {t(($) => $.inbox.filter.clear)}
            </Button>
          }
        />
      </div>
    </Middle>
  );
}

/** A shared channel that nobody has called yet. */
export function NoCallsShared({ channel }: { channel: string }) {
  const { t } = useWords();
  return (
    <Middle>
      <Empty
        drawing={<SilentLineDrawing />}
        title={t(($) => $.inbox.emptyAllShared.title)}
        text={t(($) => $.inbox.emptyAllShared.text, { channel })}
      />
    </Middle>
  );
}

/** The user's own inbox before its first call: a call to oneself proves that everything works. */
export function NoCallsYet({ onEchoTest, children }: { onEchoTest: () => void; children?: ReactNode }) {
  const { t } = useWords();
  const me = useMe();
  return (
    <Middle>
      <div className="flex max-w-[608px] flex-col items-center px-6 py-4 text-center">
        <EchoDrawing />
        <h2 className="mt-6 font-semi text-[24px] leading-8 tracking-[-0.015em]">
          {t(($) => $.inbox.emptyAll.welcome, { name: me?.firstName ?? '' })}
        </h2>
        <p className="mx-auto mt-2 max-w-[440px] text-balance text-14 text-ink-2">
          {t(($) => $.inbox.emptyAll.callYourself)}
        </p>
        <Button className="mt-4" tone="primary" size="l" autoFocus onClick={onEchoTest}>
          <Icon of={Phone} />
          {t(($) => $.inbox.emptyAll.action)}
          <Kbd inherit>↵</Kbd>
        </Button>
        {children}
      </div>
    </Middle>
  );
}

function Middle({ children }: { children: ReactNode }) {
  return <div className="grid min-h-0 flex-1 place-items-center overflow-y-auto">{children}</div>;
}
