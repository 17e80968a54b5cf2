import { useWords } from '#i18n/use-words.ts';
import { toast } from '#ui/toasts.ts';
import { problemText, saidOf } from '../integration-problem.ts';
import { type FormRules, mostNumbers } from './contact-values.ts';
import { useLabelWord } from './label-word.ts';
import type { SaveToast } from './saving/save-problem.ts';

interface More {
  /** The answer of the server, where it was asked. */
  readonly error?: unknown;
  /** Leads users who have left the form back to it. */
  readonly back?: (() => void) | undefined;
}

type TellProblem = (problem: SaveToast, more?: More) => void;

/**
 * Reports why a contact was not saved, with the name of the address book that refused it, and its own reason where
 * there are no words for that here.
 */
export function useProblemToast(integration: string, rules: FormRules): TellProblem {
  const { t, language } = useWords();
  const labelWord = useLabelWord();
  const named = { integration };

  const textOf = (problem: SaveToast, error: unknown): string => {
    const said = saidOf(error);
    switch (problem) {
      case 'conflict':
        return t(($) => $.contactForm.failed.conflictText);
      case 'stale':
        return t(($) => $.contactForm.failed.staleText);
      case 'gone':
        return t(($) => $.contactForm.failed.goneText);
      case 'emailTaken':
        return t(($) => $.contactForm.failed.emailTaken, named);
      case 'unreached':
        return t(($) => $.contactForm.failed.unreachedText);
      case 'tooMany': {
        const most = mostNumbers(rules);
        return most === null
          ? t(($) => $.contactForm.failed.tooManyPlain, named)
          : t(($) => $.contactForm.failed.tooManyText, { ...named, most });
      }
      case 'phoneType': {
        const or = new Intl.ListFormat(language, { type: 'disjunction' });
        return t(($) => $.contactForm.failed.phoneTypeText, {
          labels: or.format(rules.phoneNumberLabels.map(labelWord)),
        });
      }
      case 'forbidden':
        return t(($) => $.contactForm.failed.forbiddenText);
      case 'noGrant':
        return t(($) => $.contactForm.failed.noGrantText);
      case 'integration':
        return t(($) => $.contactForm.failed.integrationText);
      case 'refresh':
        return t(($) => $.contactForm.failed.refreshText);
      case 'create':
        return said ? problemText(t, said) : t(($) => $.contactForm.failed.createText, named);
      case 'update':
        return said ? problemText(t, said) : t(($) => $.contactForm.failed.updateText, named);
    }
  };

  const titleOf = (problem: SaveToast): string =>
    problem === 'emailTaken' ? t(($) => $.contactForm.failed.notSaved) : t(($) => $.contactForm.failed[problem], named);

  return (problem, { error, back } = {}) => {
    const action = back && { label: t(($) => $.contactForm.failed.back), run: back };
    toast({ tone: 'error', title: titleOf(problem), text: textOf(problem, error), ...(action && { action }) });
  };
}
