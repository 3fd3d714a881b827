// A real PostgreSQL 17 with pgvector for tests and measurements: Debian 13's packages, unpacked into a folder, without root
// and without touching the system. `node scripts/postgres/server.mjs` starts one and prints its address until it is stopped.
import { execFileSync, spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
  chownSync,
} from 'node:fs'
import { createServer } from 'node:net'
import { homedir, tmpdir } from 'node:os'
import path from 'node:path'

const WANTED = ['postgresql-17', 'postgresql-17-pgvector', 'pgbouncer', 'patchelf']
/** Needed to run it as a service of the system, or to compile queries: not here. */
const LEFT_OUT =
  /^(?:postgresql-(?:client-)?common|ssl-cert|debconf.*|perl.*|libperl.*|locales.*|adduser|tzdata|libllvm.*|netbase|sysvinit-utils|init-system-helpers|passwd|login.*|util-linux|openssl|ucf|sensible-utils|cdebconf|dpkg|tar|base-.*|mawk|libpam.*modules.*|libpam-runtime|libdb5.*|libsystemd-shared)$/
/** Root's own folder is closed to the user PostgreSQL has to run as. */
const CACHE = process.getuid?.() === 0 ? '/var/tmp' : path.join(homedir(), '.cache')
export const HOME = process.env['DAYPACK_PG_HOME'] ?? path.join(CACHE, 'daypack-postgres')
export const BIN = path.join(HOME, 'root/usr/lib/postgresql/17/bin')
export const BOUNCER = path.join(HOME, 'root/usr/sbin/pgbouncer')
/** Written last; another name where what is wanted changes, so that an older folder is filled again. */
const READY = path.join(HOME, 'ready-with-pgbouncer')
/** PostgreSQL refuses to run as root. */
const NOBODY = 65_534

/**
 * @typedef {{ url: string, port: number, data: string, pid: () => number | undefined, restart: (how?: 'immediate' | 'fast') => Promise<void>, stop: () => void }} Server
 */

/** Fetch and unpack it once. */
export async function install() {
  if (existsSync(READY)) return
  const debs = path.join(HOME, 'debs')
  mkdirSync(debs, { recursive: true })
  const from = mirror()
  const index = path.join(debs, 'Packages.xz')
  writeFileSync(index, await fetched(`${from}/dists/trixie/main/binary-amd64/Packages.xz`))
  const packages = parse(execFileSync('xz', ['-dc', index], { encoding: 'utf8', maxBuffer: 1 << 28 }))
  for (const each of closure(packages)) {
    const file = path.join(debs, path.basename(each.file))
    const bytes = await fetched(`${from}/${each.file}`)
    if (createHash('sha256').update(bytes).digest('hex') !== each.sha256)
      throw new Error(`${each.file} is not what Debian says it is.`)
    writeFileSync(file, bytes)
    execFileSync('dpkg-deb', ['-x', file, path.join(HOME, 'root')])
  }
  rebind()
  rmSync(debs, { recursive: true })
  writeFileSync(READY, '')
}

/** Where this machine gets its Debian packages. */
function mirror() {
  const lists = ['/etc/apt/sources.list', ...globSync('/etc/apt/sources.list.d/*')].filter((file) => existsSync(file))
  const text = lists.map((file) => readFileSync(file, 'utf8')).join('\n')
  const found =
    process.env['DEBIAN_MIRROR'] ?? /^(?:URIs:|deb(?: \[[^\]]*\])?) (https?:\S+\/debian)\/?(?:\s|$)/m.exec(text)?.[1]
  if (found === undefined)
    throw new Error('apt knows no Debian mirror here: name one in DEBIAN_MIRROR, or a server in DAYPACK_PG_URL.')
  return found
}

/** @param {string} url */
async function fetched(url) {
  const answer = await fetch(url)
  if (!answer.ok) throw new Error(`${url}: ${answer.status}`)
  return Buffer.from(await answer.arrayBuffer())
}

/** @typedef {{ name: string, file: string, sha256: string, needs: string[] }} Package */

/** @param {string} text */
function parse(text) {
  /** @type {Map<string, Package>} */
  const packages = new Map()
  for (const part of text.split('\n\n')) {
    /** @param {string} name */
    const field = (name) => new RegExp(`^${name}: (.*)$`, 'm').exec(part)?.[1] ?? ''
    const each = {
      name: field('Package'),
      file: field('Filename'),
      sha256: field('SHA256'),
      needs: `${field('Pre-Depends')}, ${field('Depends')}`
        .split(',')
        .map((need) => need.trim().split(/[\s|(:]/)[0] ?? '')
        .filter((need) => need !== ''),
    }
    packages.set(each.name, each)
    for (const given of field('Provides').split(',')) {
      const name = given.trim().split(/[\s(]/)[0] ?? ''
      if (name !== '' && !packages.has(name)) packages.set(name, each)
    }
  }
  return packages
}

/** @param {Map<string, Package>} packages */
function closure(packages) {
  /** @type {Set<Package>} */
  const found = new Set()
  const todo = [...WANTED]
  for (let name = todo.pop(); name !== undefined; name = todo.pop()) {
    const each = packages.get(name)
    if (each === undefined || LEFT_OUT.test(name) || LEFT_OUT.test(each.name) || found.has(each)) continue
    found.add(each)
    todo.push(...each.needs)
  }
  return found
}

/** Debian 13's programs need its own C library: they are told where it is. */
function rebind() {
  const root = path.join(HOME, 'root')
  const libraries = ['usr/lib/x86_64-linux-gnu', 'lib/x86_64-linux-gnu', 'usr/lib/postgresql/17/lib']
    .map((each) => path.join(root, each))
    .filter((each) => existsSync(each))
    .join(':')
  const loader = ['usr/lib64', 'lib64', 'usr/lib/x86_64-linux-gnu']
    .map((each) => path.join(root, each, 'ld-linux-x86-64.so.2'))
    .find((each) => existsSync(each))
  if (loader === undefined) throw new Error('There is no loader among the packages.')
  for (const program of [...readdirSync(BIN).map((name) => path.join(BIN, name)), BOUNCER]) {
    const args = ['--library-path', libraries, path.join(root, 'usr/bin/patchelf')]
    try {
      execFileSync(loader, [...args, '--set-interpreter', loader, '--set-rpath', libraries, '--force-rpath', program], {
        stdio: 'ignore',
      })
    } catch {
      // A script, not a program.
    }
  }
}

/**
 * A server on new, empty data, or a replica of another, on a free port of this machine; stopped and removed with `stop`.
 * @param {{ settings?: Record<string, string | number>, replicaOf?: string }} options
 * @returns {Promise<Server>}
 */
export async function startServer({ settings = {}, replicaOf } = {}) {
  await install()
  const data = mkdtempSync(path.join(tmpdir(), 'daypack-pg-'))
  const isRoot = process.getuid?.() === 0
  const who = isRoot ? { uid: NOBODY, gid: NOBODY } : {}
  if (isRoot) chownSync(data, NOBODY, NOBODY)
  const env = { ...process.env, LC_ALL: 'C.UTF-8', TZDIR: '/usr/share/zoneinfo', LD_LIBRARY_PATH: '' }
  const [program, ...how] =
    replicaOf === undefined
      ? ['initdb', '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C.UTF-8']
      : ['pg_basebackup', '-d', replicaOf, '-R', '-c', 'fast']
  execFileSync(path.join(BIN, program), [...how, '-D', path.join(data, 'd')], {
    ...who,
    env,
    stdio: 'ignore',
    cwd: data,
  })
  const port = await freePort()
  const options = {
    port,
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    jit: 'off',
    max_connections: 200,
    shared_buffers: '256MB',
    ...settings,
  }
  const args = Object.entries(options).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const url = `postgres://postgres@127.0.0.1:${port}/postgres`
  const start = async () => {
    const child = spawn(path.join(BIN, 'postgres'), ['-D', path.join(data, 'd'), ...args], {
      ...who,
      env,
      stdio: ['ignore', 'ignore', 'pipe'],
      cwd: data,
    })
    let said = ''
    await new Promise((resolve, reject) => {
      child.stderr.on('data', (bytes) => {
        said += bytes
        if (/ready to accept (?:read-only )?connections/.test(said)) resolve(undefined)
      })
      child.once('exit', () => reject(new Error(`PostgreSQL did not start: ${said}`)))
    })
    child.stderr.resume()
    return child
  }
  let child = await start()
  return {
    url,
    port,
    data,
    pid: () => child.pid,
    async restart(how = 'fast') {
      const gone = new Promise((resolve) => child.once('exit', resolve))
      child.kill(how === 'immediate' ? 'SIGQUIT' : 'SIGINT')
      await gone
      child = await start()
    },
    stop() {
      child.kill('SIGQUIT')
      child.once('exit', () => rmSync(data, { recursive: true, force: true }))
    },
  }
}

/** @returns {Promise<number>} */
function freePort() {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.on('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })
}

if (import.meta.main) {
  const server = await startServer()
  console.log(server.url)
  for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => server.stop())
}
