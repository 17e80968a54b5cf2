import { useWords } from '#i18n/use-words.ts';
import { toast } from '#ui/toasts.ts';
import { type FormRules, mostNumbers } from './contact-values.ts';
import { useLabelWord } from './label-word.ts';
import type { SaveToast } from './save-problem.ts';

/** `back` leads to the form, for who has left it. */
type TellProblem = (problem: SaveToast, back?: (() => void) | undefined) => void;

/** Tells why something was not saved, naming the address book that said no. */
export function useProblemToast(integration: string, rules: FormRules): TellProblem {
  const { t, language } = useWords();
  const labelWord = useLabelWord();
  const named = { integration };

  const textOf = (problem: SaveToast): string => {
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
        return t(($) => $.contactForm.failed.createText, named);
      case 'update':
        return t(($) => $.contactForm.failed.updateText, named);
    }
  };

  const titleOf = (problem: SaveToast): string =>
    problem === 'emailTaken' ? t(($) => $.contactForm.failed.notSaved) : t(($) => $.contactForm.failed[problem], named);

  return (problem, back) => {
    const action = back && { label: t(($) => $.contactForm.failed.back), run: back };
    toast({ tone: 'error', title: titleOf(problem), text: textOf(problem), ...(action && { action }) });
  };
}
