// Loaded before the commands in package.json. CommonJS without types, because an old Node must be able to run it.
const { version, versions } = process;
if (Number.parseInt(versions.node, 10) < 24) {
  console.error(`Run "npm ci" first: it installs the Node that Sightline needs. This one is ${version}.`);
  process.exit(1);
}
