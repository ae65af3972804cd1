class Wardiary < Formula
  desc "War diary of a tabletop campaign, in the terminal"
  homepage "$URL"
  version "$VERSION"
  license any_of: ["MIT", "Apache-2.0"]

  on_macos do
    on_arm do
      url "$URL/releases/download/v$VERSION/wardiary-aarch64-macos.tar.gz"
      sha256 "$SUM_aarch64_macos"
    end
    on_intel do
      url "$URL/releases/download/v$VERSION/wardiary-x86_64-macos.tar.gz"
      sha256 "$SUM_x86_64_macos"
    end
  end

  on_linux do
    on_arm do
      url "$URL/releases/download/v$VERSION/wardiary-aarch64-linux.tar.gz"
      sha256 "$SUM_aarch64_linux"
    end
    on_intel do
      url "$URL/releases/download/v$VERSION/wardiary-x86_64-linux.tar.gz"
      sha256 "$SUM_x86_64_linux"
    end
  end

  def install
    bin.install "bin/wardiary", "bin/wardiary-serve"
    man1.install Dir["share/man/man1/*"]
    bash_completion.install "share/bash-completion/completions/wardiary"
    zsh_completion.install "share/zsh/site-functions/_wardiary"
    fish_completion.install "share/fish/vendor_completions.d/wardiary.fish"
    doc.install Dir["share/doc/wardiary/*"]
  end

  test do
    assert_match version.to_s, shell_output("#{bin}/wardiary --version")
    assert_match "unchanged", shell_output("#{bin}/wardiary verify #{doc}/saves/tannenberg.ron")
  end
end
