<#
Installs Layerwright's executable for the current user, without administrator rights:

    irm https://github.com/layerwright/layerwright/releases/latest/download/install.ps1 | iex

To use options, download the script first: .\install.ps1 -Version 1.2.3 -Dir C:\tools -Uninstall -Help
It needs Windows PowerShell 5.1 or later. LAYERWRIGHT_DOWNLOAD_URL is the https address of a mirror of
the releases. Nothing runs before the last line, so an incomplete download does nothing.
#>
param(
    [string]$Version = '',
    [string]$Dir = "$env:LOCALAPPDATA\Programs\layerwright",
    [switch]$Uninstall,
    [switch]$Help
)

function Install-Layerwright {
    param([string]$Version, [string]$Dir, [bool]$Uninstall)
    $ErrorActionPreference = 'Stop'
    # The progress bar makes downloads in Windows PowerShell many times slower.
    $ProgressPreference = 'SilentlyContinue'
    $target = Join-Path $Dir 'layerwright.exe'
    $record = Join-Path $env:LOCALAPPDATA 'layerwright\installed'
    $lines = @(if (Test-Path -LiteralPath $record) { Get-Content -LiteralPath $record -Encoding UTF8 })
    $others = @($lines | Where-Object { $_.Length -le 66 -or $_.Substring(66) -ne $target })
    $isThere = Test-Path -LiteralPath $target
    $sum = if ($isThere) { Get-Sum $target } else { '' }
    $isOurs = $lines -contains "$sum  $target"

    if ($Uninstall) {
        if (-not $isThere) { return "Nothing to do: '$target' does not exist" }
        if (-not $isOurs) { throw "'$target' was not installed by this script; nothing was changed." }
        Remove-Item -LiteralPath $target
        Write-Record $record $others
        return "Removed $target"
    }

    $base = 'https://github.com/layerwright/layerwright/releases'
    if ($env:LAYERWRIGHT_DOWNLOAD_URL) { $base = $env:LAYERWRIGHT_DOWNLOAD_URL.TrimEnd('/') }
    if ($base -notmatch '^(https://|http://(127\.0\.0\.1|localhost)[:/])' -or $base.Contains('@')) {
        throw "Invalid LAYERWRIGHT_DOWNLOAD_URL '$base' (must start with https://)."
    }
    $Version = $Version -replace '^v', ''
    if ($Version -and $Version -notmatch '^[0-9]+\.[0-9]+\.[0-9]+(-[0-9A-Za-z.-]+)?$') {
        throw "Invalid -Version '$Version' (must be like 1.2.3)."
    }
    if (-not [Environment]::Is64BitOperatingSystem) { throw 'There is no executable for 32-bit Windows.' }
    $asset = 'layerwright-windows-x64.exe'
    $from = if ($Version) { "$base/download/v$Version" } else { "$base/latest/download" }
    # Enable TLS 1.2, because Windows PowerShell 5.1 may use only TLS 1.0 by default.
    [Net.ServicePointManager]::SecurityProtocol = [Net.ServicePointManager]::SecurityProtocol -bor [Net.SecurityProtocolType]::Tls12

    $work = Join-Path ([IO.Path]::GetTempPath()) ([IO.Path]::GetRandomFileName())
    New-Item -ItemType Directory -Path $work | Out-Null
    try {
        $sums = Join-Path $work 'SHA256SUMS'
        Invoke-WebRequest -UseBasicParsing -Uri "$from/SHA256SUMS" -OutFile $sums
        $wanted = Get-Content -LiteralPath $sums |
            Where-Object { $_ -match "^([0-9a-f]{64}) [ *]$([regex]::Escape($asset))$" } |
            Select-Object -First 1 | ForEach-Object { $_.Substring(0, 64) }
        if (-not $wanted) { throw "$from/SHA256SUMS has no checksum of $asset." }
        if ($sum -eq $wanted) { return "Nothing to do: this version is already in $Dir" }
        if ($isThere -and -not $isOurs) {
            throw "'$target' was not installed by this script; nothing was changed. Move it away, or use -Dir."
        }
        $new = Join-Path $work 'layerwright.exe'
        Invoke-WebRequest -UseBasicParsing -Uri "$from/$asset" -OutFile $new
        if ((Get-Sum $new) -ne $wanted) {
            throw "$from/$asset does not match its checksum in SHA256SUMS; nothing was installed."
        }
        $installed = & $new --version
        if ($LASTEXITCODE -ne 0) { throw "$asset does not run on this system; nothing was installed." }
        New-Item -ItemType Directory -Force -Path $Dir | Out-Null
        # Copy into the target's folder first, because only a rename within a volume is atomic.
        Copy-Item -LiteralPath $new -Destination "$target.new"
        Write-Record $record ($lines + "$wanted  $target")
        if ($isThere) {
            # Move the old program aside: Windows can rename a running program, but cannot replace or remove it.
            Remove-Item -LiteralPath "$target.old" -ErrorAction SilentlyContinue
            Move-Item -Force -LiteralPath $target -Destination "$target.old"
        }
        Move-Item -LiteralPath "$target.new" -Destination $target
        Remove-Item -LiteralPath "$target.old" -ErrorAction SilentlyContinue
        Write-Record $record ($others + "$wanted  $target")
        "Installed $installed in $Dir"
        if (($env:Path -split ';') -notcontains $Dir) {
            "$Dir is not on your PATH. Add it with this line, and open a new terminal:"
            $quoted = $Dir -replace "'", "''"
            "  [Environment]::SetEnvironmentVariable('Path', [Environment]::GetEnvironmentVariable('Path', 'User') + ';$quoted', 'User')"
        }
    }
    finally {
        Remove-Item -Recurse -Force -LiteralPath $work
        Remove-Item -Force -LiteralPath "$target.new" -ErrorAction SilentlyContinue
    }
}

function Get-Sum([string]$Path) {
    (Get-FileHash -Algorithm SHA256 -LiteralPath $Path).Hash.ToLowerInvariant()
}

function Write-Record([string]$Path, [string[]]$Lines) {
    $folder = Split-Path -Parent $Path
    if ($Lines) {
        New-Item -ItemType Directory -Force -Path $folder | Out-Null
        [IO.File]::WriteAllLines($Path, $Lines)
    }
    elseif (Test-Path -LiteralPath $Path) {
        Remove-Item -LiteralPath $Path
    }
}

if ($Help) { 'Usage: install.ps1 [-Version <version>] [-Dir <dir>] [-Uninstall]' }
else { Install-Layerwright $Version $Dir $Uninstall }
