import type { ContactListScope } from '@sidetone/contract/entities/contact.ts';
import { Plug, Plus, Upload } from 'lucide-react';
import type { ReactNode } from 'react';
import { useWords } from '#i18n/use-words.ts';
import type { ApiErrorCode } from '#live/line/api-error.ts';
import { Button } from '#ui/Button.tsx';
import { Empty } from '#ui/Empty.tsx';
import { Icon } from '#ui/Icon.tsx';

interface NoContactsProps {
  scope: ContactListScope;
  /** Null where users may not write. */
  onCreate: (() => void) | null;
  onConnect: () => void;
  onImport: () => void;
}

/** There are no contacts yet: how to add some. */
export function NoContacts({ scope, onCreate, onConnect, onImport }: NoContactsProps) {
  const { t } = useWords();
  if (scope === 'team') {
    return (
      <Middle>
        <Empty title={t(($) => $.contacts.empty.teamTitle)} text={t(($) => $.contacts.empty.teamText)} />
      </Middle>
    );
  }
  return (
    <Middle>
      <Empty
        title={t(($) => $.contacts.empty.title)}
        text={t(($) => (onCreate ? $.contacts.empty.text : $.contacts.mayNotWrite))}
        action={
          onCreate ? (
            <span className="flex flex-wrap justify-center gap-2">
              <Button tone="primary" onClick={onCreate}>
                <Icon of={Plus} />
                {t(($) => $.contacts.empty.create)}
              </Button>
              <Button onClick={onConnect}>
                <Icon of={Plug} />
                {t(($) => $.contacts.empty.connect)}
              </Button>
              <Button onClick={onImport}>
                <Icon of={Upload} />
                {t(($) => $.contactFiles.import)}
              </Button>
            </span>
          ) : undefined
        }
      />
    </Middle>
  );
}

interface NoMatchProps {
  text: string;
  onClear: () => void;
  /** Null where all contacts were searched. */
  onEverywhere: (() => void) | null;
}

/** No contact of this scope matches the filter. */
export function NoMatch({ text, onClear, onEverywhere }: NoMatchProps) {
  const { t } = useWords();
  return (
    <Middle>
      <div role="status">
        <Empty
          title={t(($) => $.contacts.noMatch.title, { text })}
          text={t(($) => $.contacts.noMatch.text)}
          action={
            <span className="flex flex-wrap justify-center gap-2">
              <Button size="s" onClick={onClear}>
                {t(($) => $.contacts.noMatch.clear)}
              </Button>
              {onEverywhere ? (
                <Button size="s" onClick={onEverywhere}>
                  {t(($) => $.contacts.noMatch.everywhere)}
                </Button>
              ) : null}
            </span>
          }
        />
      </div>
    </Middle>
  );
}

/** Nothing loaded, and nothing is there from before. */
export function BookFailed({ problem, onRetry }: { problem: ApiErrorCode | null; onRetry: () => void }) {
  const { t } = useWords();
  return (
    <Middle>
      <div role="alert">
        <Empty
          title={t(($) => $.contacts.failed)}
          text={problem === null ? undefined : t(($) => $.errors[problem])}
          action={<Button onClick={onRetry}>{t(($) => $.app.tryAgain)}</Button>}
        />
      </div>
    </Middle>
  );
}

/** The loaded contacts stay; some others did not load. */
export function PartFailed({ onRetry }: { onRetry: () => void }) {
  const { t } = useWords();
  return (
    <div role="status" className="flex flex-none items-center gap-2 border-line border-t bg-canvas px-6 py-1.5">
      <span className="min-w-0 flex-1 text-ink-2">{t(($) => $.contacts.partFailed)}</span>
      <Button size="s" onClick={onRetry}>
        {t(($) => $.app.tryAgain)}
      </Button>
    </div>
  );
}

function Middle({ children }: { children: ReactNode }) {
  return <div className="grid min-h-0 flex-1 place-items-center overflow-y-auto">{children}</div>;
}
