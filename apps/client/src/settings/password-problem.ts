import { isCommonPassword } from '@sidetone/contract/rules/common-password.ts';
import { passwordMinLength } from '@sidetone/contract/rules/limits.ts';
import { useWords } from '#i18n/use-words.ts';

/** Says in words why a password cannot be chosen; undefined for a valid one. */
export function usePasswordProblem(): (password: string) => string | undefined {
  const { t } = useWords();
  return (password) => {
    if (password.length < passwordMinLength) {
      return t(($) => $.signIn.setUp.passwordShort, { count: passwordMinLength });
    }
    return isCommonPassword(password) ? t(($) => $.signIn.setUp.passwordCommon) : undefined;
  };
}
