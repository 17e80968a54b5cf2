import { Plus } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { useWords } from '#i18n/use-words.ts';
import { Button } from '#ui/Button.tsx';
import { Icon } from '#ui/Icon.tsx';
import { Select } from '#ui/Select.tsx';
import { MobileList } from './MobileList.tsx';
import { RuleFields } from './RuleFields.tsx';
import type { ForwardingForm } from './use-forwarding-form.ts';

/** As many as the server takes. */
const mostRules = 20;
const times = [5, 10, 15, 20, 25, 30, 40, 60, 90, 120];

interface RuleListProps {
  form: ForwardingForm;
  /** Users to whose lines calls can go, without the one whose rules these are; null until they are known. */
  colleagues: readonly { readonly id: string; readonly name: string }[] | null;
  /** The rules are somebody else's. */
  isOthers?: boolean;
}

/**
 * The rules of a user's line, the mobiles that ring too, and how long the line rings before a call counts as not answered.
 * A new rule takes the focus; after Save, what has to be entered again does; where a rule is removed, the list does.
 */
export function RuleList({ form, colleagues, isOthers = false }: RuleListProps) {
  const { t } = useWords();
  const { rules, ringSeconds, mobiles, mobileProblems, problems, failure } = form;
  const isWrong = problems.size > 0 || mobileProblems.size > 0;
  const list = useRef<HTMLElement>(null);
  useEffect(() => {
    if (problems.size > 0 || mobileProblems.size > 0)
      list.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus();
  }, [problems, mobileProblems]);
  const add = () => {
    form.add();
    requestAnimationFrame(() =>
      list.current?.querySelector<HTMLElement>(':scope > fieldset:last-of-type select')?.focus(),
    );
  };
  const remove = (removed: number) => {
    form.change({ rules: rules.filter(({ key }) => key !== removed) });
    list.current?.focus();
  };
  return (
    <section ref={list} tabIndex={-1} aria-label={t(($) => $.forwarding.rules)} className="grid gap-3 outline-none">
      {rules.length > 1 ? <p className="text-12 text-ink-3">{t(($) => $.forwarding.intro)}</p> : null}
      {rules.map((draft, at) => (
        <RuleFields
          key={draft.key}
          place={at + 1}
          draft={draft}
          problem={problems.get(at)}
          colleagues={colleagues}
          isOthers={isOthers}
          onChange={(next) => form.change({ rules: rules.map((each) => (each.key === draft.key ? next : each)) })}
          onRemove={() => remove(draft.key)}
        />
      ))}
      {rules.some(({ when }) => when === 'noAnswer') ? (
        <Select
          className="max-w-80"
          label={t(($) => $.forwarding.ringSeconds)}
          value={String(ringSeconds)}
          onChange={(event) => form.change({ ringSeconds: Number(event.target.value) })}
          options={[...new Set([...times, ringSeconds])]
            .sort((one, two) => one - two)
            .map((seconds) => ({ value: String(seconds), label: t(($) => $.forwarding.seconds, { seconds }) }))}
        />
      ) : null}
      <div>
        <Button disabled={rules.length >= mostRules} onClick={add}>
          <Icon of={Plus} />
          {t(($) => $.forwarding.add)}
        </Button>
      </div>
      <MobileList
        drafts={mobiles}
        problems={mobileProblems}
        isOthers={isOthers}
        onChange={(next) => form.change({ mobiles: next })}
      />
      {failure === null && !isWrong ? null : (
        <p role="alert" className="text-12 text-missed">
          {failure === null
            ? t(($) => $.forwarding.wrong)
            : failure === 'CONFLICT'
              ? t(($) => $.forwarding.changedElsewhere)
              : t(($) => $.errors[failure], { detail: '' })}
        </p>
      )}
    </section>
  );
}
