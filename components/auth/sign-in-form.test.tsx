import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { type SignInProblem, signInProblemSchema } from '@/lib/contract/sign-in';
import { SignInForm } from './sign-in-form';

const form = (problem: SignInProblem | null, more: { waitS?: number; requestId?: string } = {}) =>
  renderToStaticMarkup(
    <SignInForm
      mode="password"
      next="/monitors?q=a"
      problem={problem}
      waitS={more.waitS ?? null}
      requestId={more.requestId ?? null}
    />,
  );

test.each(signInProblemSchema.options)('row 56: the problem %s has its own sentence', (problem) => {
  const sentence = (of: SignInProblem) => /role="alert".*?<p>(.*?)<\/p>/.exec(form(of))?.[1];
  expect(sentence(problem)).toMatch(/^[A-Z].*\.$/);
  for (const other of signInProblemSchema.options) {
    if (other !== problem) expect(sentence(other)).not.toBe(sentence(problem));
  }
});

test('without a problem there is no alert', () => {
  expect(form(null)).not.toContain('alert');
});

test.each([
  [300, 'Try again in 5 min.'],
  [1, 'Try again in 1 min.'],
  [undefined, 'Try again in a few minutes.'],
])('row 53: after too many attempts the page says when the next is allowed (in %s s)', (waitS, words) => {
  const given = waitS === undefined ? {} : { waitS };
  expect(form('too_many_attempts', given)).toContain(`Too many attempts. ${words}`);
});

test('the id of the request and the page to return to are kept', () => {
  const html = form('other_address', { requestId: 'b9a8d63b' });
  expect(html).toContain('The form came from another address than Sightline’s own.');
  expect(html).toContain('request b9a8d63b');
  expect(html).toContain('value="/monitors?q=a"');
});
