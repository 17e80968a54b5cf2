import type { ComponentProps } from 'react';
import { useWords } from '#i18n/use-words.ts';
import { useSkills } from '../directory.ts';
import { NeedsEditor } from './NeedsEditor.tsx';

interface KeySkillsProps extends ComponentProps<typeof NeedsEditor> {
  /** The key that callers press. */
  pressed: string;
}

/** The skills that callers need who press a key; folded while there are none, and nothing where the account has no skills. */
export function KeySkills({ pressed, ...props }: KeySkillsProps) {
  const { t } = useWords();
  if (useSkills().rows.length === 0) return null;
  return (
    <details className="mt-3" open={props.needs.length > 0}>
      <summary className="mb-2 cursor-pointer text-12 text-ink-2">
        {t(($) => $.admin.skills.keyText, { key: pressed })}
      </summary>
      <NeedsEditor {...props} />
    </details>
  );
}
