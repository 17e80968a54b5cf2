import { phoneQueries } from '@sidetone/contract/documents/phone-queries.ts';
import { useNavigate, useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useStore } from 'zustand';
import { adoptLanguage } from '#i18n/language.ts';
import { session } from '#live/line/session.ts';
import { useLive } from '#live/queries/live.ts';

/** For pages of signed-in users: they are in the user's language, and lead to the sign-in when the session is over. */
export function useSignedIn(): void {
  const { status } = useStore(session);
  const locale = useLive(phoneQueries.me, {}).rows[0]?.locale;
  const navigate = useNavigate();
  const router = useRouter();

  useEffect(() => {
    if (locale) void adoptLanguage(locale);
  }, [locale]);

  useEffect(() => {
    if (status === 'signedIn' || status === 'unknown' || status === 'leaving') return;
    const here = router.state.location.href;
    void navigate({ to: '/login', search: status === 'ended' ? { returnTo: here } : {}, replace: true });
  }, [status, navigate, router]);
}
