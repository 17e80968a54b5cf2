import { useWords } from '#i18n/use-words.ts';
import { useRoutingPage } from '#live/queries/routing-page.ts';
import { Button } from '#ui/Button.tsx';
import { Empty } from '#ui/Empty.tsx';
import { AfterAMoment, Skeleton } from '#ui/Skeleton.tsx';
import { SettingsPage } from '../SettingsPage.tsx';
import { PhoneRow } from './PhoneRow.tsx';
import { PhoneTools, RoutingLink } from './PhoneTools.tsx';
import type { Phones } from './use-phones.ts';
import { useSync } from './use-sync.ts';

interface PhoneListProps {
  phones: Phones;
  /** Opens the phone with this id. */
  onOpen: (id: string) => void;
  onClose: () => void;
}

/** The user's phones: the state of each, and the channels that use it. */
export function PhoneList({ phones: { listed, status, retry }, onOpen, onClose }: PhoneListProps) {
  const { t } = useWords();
  const sync = useSync();
  const who = useRoutingPage() === null ? 'others' : 'you';
  return (
    <SettingsPage title={t(($) => $.phones.title)} onClose={onClose} tools={<PhoneTools sync={sync} />}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by the keyboard */}
      <div className="focus-inset min-h-0 flex-1 overflow-y-auto px-8 pb-8 max-[559px]:px-4" tabIndex={0}>
        {status === 'failed' ? (
          <div role="alert" className="flex items-center gap-3 py-3">
            <span className="flex-1 text-missed">{t(($) => $.phones.loadFailed)}</span>
            <Button size="s" onClick={retry}>
              {t(($) => $.phones.retry)}
            </Button>
          </div>
        ) : null}
        {status === 'loading' && listed.length === 0 ? (
          <AfterAMoment>
            <Waiting />
          </AfterAMoment>
        ) : null}
        {status === 'ready' && listed.length === 0 ? (
          <Empty
            drawing={<NoPhoneDrawing />}
            title={t(($) => $.phones.empty.title)}
            text={t(($) => $.phones.empty[who])}
            action={<RoutingLink label="openRouting" />}
          />
        ) : null}
        {listed.length > 0 ? (
          <>
            <div
              aria-hidden
              className="grid h-8 grid-cols-[minmax(0,1fr)_112px_minmax(0,0.8fr)_16px] items-center gap-4 border-line border-b font-med text-12 text-ink-3 max-[759px]:hidden"
            >
              <span>{t(($) => $.phones.head.phone)}</span>
              <span>{t(($) => $.phones.head.state)}</span>
              <span>{t(($) => $.phones.head.usedBy)}</span>
            </div>
            <ul aria-label={t(($) => $.phones.title)}>
              {listed.map((one) => (
                <PhoneRow key={one.phone.id} listed={one} onOpen={() => onOpen(one.phone.id)} />
              ))}
            </ul>
            <p className="mt-4 max-w-[620px] text-12 text-ink-3">{t(($) => $.phones.note[who])}</p>
          </>
        ) : null}
      </div>
    </SettingsPage>
  );
}

function Waiting() {
  return (
    <div aria-hidden>
      {['first', 'second', 'third'].map((key) => (
        <div key={key} className="flex h-16 items-center gap-3 border-line border-b">
          <Skeleton className="size-9 rounded-m" />
          <span className="flex-1 space-y-2">
            <Skeleton className="h-3 w-48" />
            <Skeleton className="h-3 w-32" />
          </span>
          <Skeleton className="h-3 w-20" />
        </div>
      ))}
    </div>
  );
}

/** A line that leads to a telephone, but from there nowhere yet. */
function NoPhoneDrawing() {
  return (
    <svg aria-hidden width="112" height="56" viewBox="0 0 112 56" fill="none" strokeWidth="2" strokeLinecap="round">
      <path d="M8 28h30" className="stroke-line-control" />
      <path d="M76 28h28" strokeDasharray="3 6" className="stroke-line-control" />
      <rect x="40" y="8" width="34" height="40" rx="5" className="stroke-accent" />
      <path d="M48 18h18M48 27h6M60 27h6M48 33h6M60 33h6M48 39h6M60 39h6" className="stroke-accent" />
    </svg>
  );
}
