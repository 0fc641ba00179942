import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { Edits } from './change-row';
import { changeOf } from './changes.fixtures';

test('the direction of a value stays within the value', () => {
  const fields = { name: { before: '\u202Eold', after: '\u2067new' } };
  const change = changeOf('1', 'edited', '2026-11-21T14:02:00.000Z', { fields });
  expect(renderToStaticMarkup(<Edits change={change} />)).toMatch(
    /<del[^>]*><bdi>\u202Eold<\/bdi><\/del> → <ins[^>]*><bdi>\u2067new<\/bdi><\/ins>/u,
  );
});
