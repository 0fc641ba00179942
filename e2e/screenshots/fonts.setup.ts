import { expect, test } from '@playwright/test';

/** Two different letters of each script for which some machines have no font. */
const scripts = [
  { name: 'Arabic', letters: ['م', 'ص'] },
  { name: 'Hebrew', letters: ['מ', 'ה'] },
  { name: 'Japanese', letters: ['会', '員'] },
  { name: 'Korean', letters: ['결', '제'] },
];

/** Without a font, a browser draws the same box for every letter. */
test('there are fonts for all names in the pictures', async ({ page }) => {
  for (const { name, letters } of scripts) {
    const drawn = await page.evaluate(
      (texts) =>
        texts.map((text) => {
          const canvas = document.createElement('canvas');
          canvas.width = canvas.height = 48;
          const context = canvas.getContext('2d');
          if (context === null) throw new Error('no canvas');
          context.font = '32px sans-serif';
          context.fillText(text, 4, 36);
          return canvas.toDataURL();
        }),
      letters,
    );
    const message = `no font for ${name} is installed: on Debian install fonts-noto-core and fonts-noto-cjk`;
    expect(new Set(drawn).size, message).toBe(letters.length);
  }
});
